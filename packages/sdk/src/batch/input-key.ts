/** The identity of an input in a journal: the caller's key, or what the recording and the call's fields are made of. */
import { createHash } from "node:crypto";
import { callFieldsWithoutUrl } from "../analysis/call-fields.js";
import { canonicalJson } from "../analysis/canonical-json.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { type ChunkReader, readWith } from "../upload/opened-source.js";
import { type RecordingOptions, resolveRecording } from "../upload/source.js";
import type { BatchInput } from "./batch-journal.js";

/** The keys of one batch. An equal input that comes again is another call, and gets another key. */
export class InputKeys {
  readonly #counts = new Map<string, number>();

  /**
   * The input's own key, or a digest of the recording's bytes and the call's fields, in whatever order those are. So
   * files may be moved between two runs, and the key shows nothing of the input.
   *
   * @throws {ConfigurationError} for an input that cannot be sent, a key that came before, and a stream without a key
   */
  async next({ key, ...input }: BatchInput<unknown>, signal: AbortSignal): Promise<string> {
    if (key !== undefined) {
      if (typeof key !== "string" || key === "") throw new ConfigurationError("key must be a non-empty string.");
      if (this.#countOf(`key ${key}`) === 1) return key;
      throw new ConfigurationError(`key: two inputs of this batch have the key ${JSON.stringify(key)}.`);
    }
    const { file, filename, contentType, ...fields } = input;
    const call = canonicalJson(callFieldsWithoutUrl(fields));
    const content = await digestOfRecording(file, { filename, contentType, signal });
    const digest = createHash("sha256").update(`${content} ${call}`).digest("hex");
    return `${digest}-${this.#countOf(digest)}`;
  }

  #countOf(text: string): number {
    const digest = createHash("sha256").update(text).digest().toString("latin1", 0, 16);
    const count = (this.#counts.get(digest) ?? 0) + 1;
    this.#counts.set(digest, count);
    return count;
  }
}

async function digestOfRecording(
  file: BatchInput<unknown>["file"],
  options: RecordingOptions & { signal: AbortSignal },
): Promise<string> {
  const recording = await resolveRecording(file, options);
  if (!recording.isRepeatable) throw new ConfigurationError(streamNeedsKey);
  const { signal } = options;
  const digest = async (chunks: ChunkReader) => {
    const hash = createHash("sha256");
    for (let chunk = await chunks.read(); chunk; chunk = await chunks.read()) {
      signal.throwIfAborted();
      hash.update(chunk);
    }
    return hash.digest("hex");
  };
  return readWith(await recording.open(), digest, signal);
}

const streamNeedsKey =
  "key is missing: with a journal, a { stream } needs a key of yours, for reading it to find its identity would leave nothing to send. Or pass { open, sizeBytes }.";
