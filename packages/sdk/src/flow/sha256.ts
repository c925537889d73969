/** A digest by `node:crypto`, as the bytes come. For servers only. */
import { builtinModule } from "../runtime.js";
import { digestAtOnce } from "./digest-at-once.js";

/** In hexadecimal. */
export async function sha256(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = builtinModule("node:crypto")?.createHash("sha256");
  if (!hash) return digestAtOnce(chunks);
  for await (const bytes of chunks) hash.update(bytes);
  return hash.digest("hex");
}
