/**
 * What a batch remembers of its inputs: the journal, the key of an input in it, and what is recorded under the key.
 * `batch.ts` looks an input up before it begins; the flow (`analysis/flow.ts`) records a token before and after the creation.
 */
import { callFieldsWithoutUrl } from "../analysis/call-fields.js";
import type { AnalyzeFileInput } from "../analysis/flow.js";
import { checkToken } from "../analysis/resume.js";
import type { CompletedCall } from "../contract/types.js";
import type { ResumeToken } from "../errors/call-analysis-error.js";
import type { ChunkReader } from "../upload/opened-source.js";
import { type RecordingOptions, resolveRecording } from "../upload/source.js";

/** How far an input has come: the token to go on from, or the result. */
export type BatchJournalEntry = { resume: ResumeToken } | { result: CompletedCall };

/**
 * A memory of inputs that outlives the process. A batch records how far each input has come before it goes
 * on, and looks the input up before it begins one.
 */
export interface BatchJournal {
  /** What was recorded last under this key, by this process or an earlier one. */
  find(key: string): Promise<BatchJournalEntry | undefined>;
  /** Resolves once the entry cannot be lost any more. */
  record(key: string, entry: BatchJournalEntry): Promise<void>;
}

/** What a journal has on one input. */
export class InputRecord {
  readonly #journal: BatchJournal;
  readonly #key: string;
  /** Where an earlier process left the input. */
  readonly resume: ResumeToken | undefined;
  /** The result that an earlier process had. */
  readonly result: CompletedCall | undefined;

  private constructor(journal: BatchJournal, key: string, known: { resume?: ResumeToken; result?: CompletedCall }) {
    this.#journal = journal;
    this.#key = key;
    this.resume = known.resume;
    this.result = known.result;
  }

  /** @throws {ConfigurationError} for a token of another version or shape */
  static async read(journal: BatchJournal, key: string): Promise<InputRecord> {
    const entry = await journal.find(key);
    if (entry && "resume" in entry) return new InputRecord(journal, key, { resume: checkToken(entry.resume) });
    return new InputRecord(journal, key, entry ?? {});
  }

  async saveCheckpoint(resume: ResumeToken): Promise<void> {
    await this.#journal.record(this.#key, { resume });
  }

  async saveResult(result: CompletedCall): Promise<void> {
    await this.#journal.record(this.#key, { result });
  }
}

/** The keys of one batch. An equal input that comes again is another call, and gets another key. */
export class JournalKeys {
  readonly #counts = new Map<string, number>();

  /**
   * A digest of the recording's content and the call's fields. So files may be moved between two runs, and the
   * key shows nothing of the input.
   *
   * @throws {ConfigurationError} for an input that cannot be sent
   */
  async next(input: AnalyzeFileInput<unknown>): Promise<string> {
    const { file, filename, contentType, ...fields } = input;
    const { memberId, categoryId, ...others } = callFieldsWithoutUrl(fields);
    // The text in place of the URL is part of every key that is in a journal already.
    const call = { memberId, categoryId, audio_url: "not known yet", ...others };
    const content = await digestOfRecording(file, { filename, contentType });
    const digest = toHex(await sha256(encode(JSON.stringify([content, call]))));
    const count = (this.#counts.get(digest) ?? 0) + 1;
    this.#counts.set(digest, count);
    return `${digest}-${count}`;
  }
}

/** A stream that can be read once is identified by its name and size. */
async function digestOfRecording(file: AnalyzeFileInput["file"], options: RecordingOptions): Promise<string> {
  const recording = await resolveRecording(file, options);
  if (!recording.isRepeatable) return `${recording.filename} ${recording.sizeBytes}`;
  const chunks = await recording.open();
  try {
    let digest: Uint8Array = new Uint8Array();
    for await (const block of blocksOf(chunks)) digest = await chained(digest, block);
    return toHex(digest);
  } finally {
    await chunks.close();
  }
}

/** Part of what a key is made of: with another size, no recording would be found in an older journal. */
const blockSizeBytes = 256 * 1024;

/** The recording in blocks of one size: a stream may come in other chunks each time that it is opened. */
async function* blocksOf(chunks: ChunkReader): AsyncGenerator<Uint8Array, void, void> {
  const block = new Uint8Array(blockSizeBytes);
  let filled = 0;
  for (let chunk = await chunks.read(); chunk; chunk = await chunks.read()) {
    for (let rest = chunk; rest.byteLength > 0; ) {
      const part = rest.subarray(0, blockSizeBytes - filled);
      block.set(part, filled);
      filled += part.byteLength;
      rest = rest.subarray(part.byteLength);
      if (filled < blockSizeBytes) continue;
      yield block;
      filled = 0;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
}

/** WebCrypto digests whole buffers only, so each block's digest includes the one before it. */
async function chained(digest: Uint8Array, block: Uint8Array): Promise<Uint8Array> {
  const both = new Uint8Array(digest.byteLength + block.byteLength);
  both.set(digest);
  both.set(block, digest.byteLength);
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
