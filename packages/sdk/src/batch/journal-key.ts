/** By what an input is known again in another process. */

import { callFieldsOf } from "../analysis/call-fields.js";
import type { AnalyzeFileInput } from "../analysis/submit.js";
import { resolveRecording } from "../upload/source.js";

/** Keys of one batch: the same input again is another call, and gets another key. */
export class JournalKeys {
  readonly #counts = new Map<string, number>();

  /**
   * A digest of the recording's content and the call's fields: files may be moved between two runs, and nothing
   * can be read from it.
   *
   * @throws {ConfigurationError} for an input that cannot be sent
   */
  async next(input: AnalyzeFileInput<unknown>): Promise<string> {
    const { file, filename, contentType, ...fields } = input;
    const call = callFieldsOf({ ...fields, audio_url: "not known yet" });
    const content = await digestOfRecording(file, { filename, contentType });
    const digest = toHex(await sha256(encode(JSON.stringify([content, call]))));
    const count = (this.#counts.get(digest) ?? 0) + 1;
    this.#counts.set(digest, count);
    return `${digest}-${count}`;
  }
}

/** A stream that can be read once is known by its name and size. */
async function digestOfRecording(file: AnalyzeFileInput["file"], hints: object): Promise<string> {
  const recording = await resolveRecording(file, hints);
  if (!recording.isRepeatable) return `${recording.filename} ${recording.sizeBytes}`;
  const chunks = await recording.open();
  try {
    let digest: Uint8Array = new Uint8Array();
    for (let chunk = await chunks.read(); chunk; chunk = await chunks.read()) digest = await chained(digest, chunk);
    return toHex(digest);
  } finally {
    await chunks.close();
  }
}

/** WebCrypto digests whole buffers only: each chunk's digest takes in the one before it. */
async function chained(digest: Uint8Array, chunk: Uint8Array): Promise<Uint8Array> {
  const both = new Uint8Array(digest.byteLength + chunk.byteLength);
  both.set(digest);
  both.set(chunk, digest.byteLength);
  return sha256(both);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
