/** SHA-256 and HMAC-SHA256 on every runtime. Web Crypto is not used: pages of plain http and jsdom have none. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * A hash of bytes that come in chunks: by Node, Deno and Bun themselves, which are faster, otherwise by JavaScript.
 * `digest` gives lowercase hex, once.
 */
export function createSha256() {
  const native = globalThis.process?.getBuiltinModule?.("node:crypto")?.createHash("sha256");
  if (native) return { update: (chunk: Uint8Array) => void native.update(chunk), digest: () => native.digest("hex") };
  const hash = sha256.create();
  return { update: (chunk: Uint8Array) => void hash.update(chunk), digest: () => bytesToHex(hash.digest()) };
}

/** The HMAC-SHA256 of a text, as lowercase hex. */
export function hmacSha256(secret: string, text: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(text)));
}

/** The hash of bytes at once, as lowercase hex. */
export function sha256Of(bytes: Uint8Array): string {
  const hash = createSha256();
  hash.update(bytes);
  return hash.digest();
}
