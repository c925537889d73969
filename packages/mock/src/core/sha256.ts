/**
 * SHA-256 on every runtime: by Node, Deno and Bun themselves, which are faster, otherwise by JavaScript. Web Crypto is not used: pages
 * of plain http and jsdom have none.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Looked up when it is used: a start goes without it. */
const nodeCrypto = () => globalThis.process?.getBuiltinModule?.("node:crypto");

/** A hash of bytes that come in chunks. `digest` gives lowercase hex, once. */
export function createSha256() {
  const native = nodeCrypto()?.createHash("sha256");
  if (native) return { update: (chunk: Uint8Array) => void native.update(chunk), digest: () => native.digest("hex") };
  const hash = sha256.create();
  return { update: (chunk: Uint8Array) => void hash.update(chunk), digest: () => bytesToHex(hash.digest()) };
}

/** The hash of bytes at once, as lowercase hex. */
export function sha256Of(bytes: Uint8Array): string {
  const hash = createSha256();
  hash.update(bytes);
  return hash.digest();
}
