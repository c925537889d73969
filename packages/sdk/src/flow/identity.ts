/** The key of a call in a journal, where the caller passes none: a digest of the recording and of the call's fields. */
import { ConfigurationError } from "../errors.js";
import { builtinModule } from "../runtime.js";
import { piecesOf, type Recording } from "../upload/recording.js";
import type { FileFields } from "./call-fields.js";
import type { ClaimedRecording } from "./journal.js";

/** The key of a call in a journal, and the recording that it stands for. */
export interface Identity {
  key: string;
  recording: ClaimedRecording;
}

/** @param key the caller's own, if there is one */
export async function identify(
  recording: Recording,
  call: FileFields,
  { key, signal }: { key: string | undefined; signal: AbortSignal },
): Promise<Identity> {
  const { filename: name, sizeBytes, isRepeatable } = recording;
  if (!isRepeatable && key === undefined) throw new ConfigurationError(streamNeedsKey);
  // With a key of the caller's too: the journal compares the recording with the one that the key stands for.
  const digest = isRepeatable ? await sha256(piecesOf(recording, signal)) : undefined;
  const claimed = { name, sizeBytes, ...(digest !== undefined && { digest }) };
  return { key: key ?? (await keyOfCall(call, digest)), recording: claimed };
}

const streamNeedsKey =
  "key is missing. With a journal, a { stream } needs your own key, because it can be read only once. Or pass { open, sizeBytes }.";

/** @param call with the address of a hosted recording, or beside the digest of another one */
export function keyOfCall(call: FileFields, digest?: string): Promise<string> {
  const text = digest === undefined ? canonicalJson(call) : `${digest} ${canonicalJson(call)}`;
  return sha256([new TextEncoder().encode(text)]);
}

/** In hexadecimal. By `node:crypto` as the bytes come, where there is one; Web Crypto wants them all at once. */
async function sha256(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> {
  const hash = builtinModule("node:crypto")?.createHash("sha256");
  const parts: Uint8Array[] = [];
  for await (const bytes of chunks)
    if (hash) hash.update(bytes);
    else parts.push(bytes);
  if (hash) return hash.digest("hex");
  if (!globalThis.crypto?.subtle)
    throw new ConfigurationError(
      "key is missing. Pass your own, because a page without https has no Web Crypto to derive one.",
    );
  const whole = await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer();
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", whole));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The JSON of a value, the same whatever the order of its keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
