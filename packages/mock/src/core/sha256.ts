/**
 * SHA-256 on every runtime: by Node, Deno and Bun themselves, which are faster, otherwise by JavaScript. Web Crypto is not used: pages
 * of plain http and jsdom have none.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** Loads `node:crypto` on first use, which saves time at the start. */
const nodeCrypto = () => globalThis.process?.getBuiltinModule?.("node:crypto");

/** A hash of bytes in chunks. `digest` returns lowercase hex, and may be called once. */
export function createSha256() {
  const native = nodeCrypto()?.createHash("sha256");
  if (native) return { update: (chunk: Uint8Array) => void native.update(chunk), digest: () => native.digest("hex") };
  const hash = sha256.create();
  return { update: (chunk: Uint8Array) => void hash.update(chunk), digest: () => bytesToHex(hash.digest()) };
}

/** The hash of bytes, as lowercase hex. */
export function sha256Of(bytes: Uint8Array): string {
  const hash = createSha256();
  hash.update(bytes);
  return hash.digest();
}
