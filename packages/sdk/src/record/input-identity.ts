/** What an input is known by in a journal: the caller's key, and what the recording and the call's fields are made of. */
import { createHash } from "node:crypto";
import { ConfigurationError } from "../errors/request-errors.js";
import { callFieldsWithoutUrl } from "../flow/call-fields.js";
import { type ChunkReader, readWith } from "../upload/opened-source.js";
import { type Recording, type RecordingOptions, resolveRecording } from "../upload/source.js";
import { isText } from "../value-kinds.js";
import { canonicalCall } from "./canonical-json.js";
import type { BatchInput, InputIdentity } from "./journal.js";
import type { InputTraits } from "./ledger.js";

/**
 * The input's key and digests. So files may be moved between two runs, and the digests show nothing of the input.
 *
 * @throws {ConfigurationError} for an input that cannot be sent, and a stream without a key
 */
export async function identityOf(
  { key, file, filename, contentType, ...fields }: BatchInput<unknown>,
  signal: AbortSignal,
): Promise<InputIdentity> {
  if (key !== undefined && !isText(key)) throw new ConfigurationError("key must be a non-empty string.");
  const call = callFieldsWithoutUrl(fields);
  const { memberId, categoryId } = call;
  const recording = await describe(file, { filename, contentType, signal, hasKey: key !== undefined });
  const { content } = recording;
  const digest = content === undefined ? undefined : digestOf(`${content} ${canonicalCall(call)}`);
  const name = key ?? digest;
  if (name === undefined) throw new ConfigurationError(streamNeedsKey);
  return { key: name, digest, ...recording, memberId, categoryId };
}

const giveOtherKey =
  "Give this input another key. In a batch you may also leave out `key`: then inputs are known by their bytes and fields.";

/** What to do about a key that the journal has made. */
export const correctInBatch = "Correct the input, and run the batch again: with other fields it is another input.";

/**
 * Checks that a key stands for the same input as before. What is not known does not differ.
 *
 * @throws {ConfigurationError} that names the key, and what differs
 */
export function checkSame({ key, ...input }: InputIdentity, known: InputTraits, advice = giveOtherKey): void {
  const differs = (name: keyof InputTraits) =>
    input[name] !== undefined && known[name] !== undefined && input[name] !== known[name];
  const difference = [
    (differs("sizeBytes") || differs("content")) && "recording",
    differs("memberId") && "memberId",
    differs("categoryId") && "categoryId",
  ].filter(Boolean);
  if (difference.length === 0) return;
  throw new ConfigurationError(
    `key: ${JSON.stringify(key)} stands for an input of another ${difference.join(" and another ")}. ${advice}`,
  );
}

/** A recording that is gone, or cannot be read now, is still known by its key: its call may exist. */
async function describe(
  file: BatchInput<unknown>["file"],
  { hasKey, ...options }: RecordingOptions & { signal: AbortSignal; hasKey: boolean },
): Promise<Pick<InputTraits, "sizeBytes" | "content">> {
  try {
    const recording = await resolveRecording(file, options);
    const { sizeBytes, isRepeatable } = recording;
    return isRepeatable ? { sizeBytes, content: await digestOfRecording(recording, options.signal) } : { sizeBytes };
  } catch (error) {
    if (!hasKey || options.signal.aborted) throw error;
    return {};
  }
}

async function digestOfRecording(recording: Recording, signal: AbortSignal): Promise<string> {
  const digest = async (chunks: ChunkReader) => {
    const hash = createHash("sha256");
    for (let chunk = await chunks.read(); chunk; chunk = await chunks.read()) hash.update(chunk);
    // An abort closes the recording, which then seems to end.
    signal.throwIfAborted();
    return hash.digest("hex");
  };
  return readWith(await recording.open(), digest, signal);
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const streamNeedsKey =
  "key is missing: with a journal, a { stream } needs a key of yours, for reading it to find its identity would leave nothing to send. Or pass { open, sizeBytes }.";
