/** A digest by Web Crypto, which needs all bytes at once. */
import { ConfigurationError } from "../errors.js";
import { blobOf } from "../upload/recording.js";

/** SHA-256 in hexadecimal. */
export async function digestAtOnce(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  if (!globalThis.crypto?.subtle)
    throw new ConfigurationError("key is missing. A page without https cannot derive one. Pass a key.");
  const whole = await (await blobOf(chunks)).arrayBuffer();
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", whole));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
