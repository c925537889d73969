/** SHA-256 of bytes that come in chunks. */
import { joinBytes, toHex } from "./encoding.js";

/** Hashes bytes as they come. */
export interface Sha256 {
  update(chunk: Uint8Array): void;
  /** The hash of all chunks, as lowercase hex. To be called once. */
  digest(): string | Promise<string>;
}

/** Hashes as the bytes come on Node, Deno and Bun. Browsers hash only whole texts: there the bytes are kept until the end. */
export function createSha256(): Sha256 {
  const hash = globalThis.process?.getBuiltinModule?.("node:crypto").createHash("sha256");
  if (!hash) return new CollectedSha256();
  return {
    update: (chunk) => void hash.update(chunk),
    digest: () => hash.digest("hex"),
  };
}

class CollectedSha256 implements Sha256 {
  readonly #chunks: Uint8Array[] = [];

  update(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
  }

  async digest(): Promise<string> {
    return toHex(await crypto.subtle.digest("SHA-256", joinBytes(this.#chunks)));
  }
}
