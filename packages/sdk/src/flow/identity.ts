/** Derives a call's journal key from the recording's bytes and the call's fields, if the caller passes none. */
import { ConfigurationError } from "../errors.js";
import { sha256 } from "../for-servers.js";
import type { Recording } from "../upload/recording.js";
import type { FileFields } from "./call-fields.js";
import type { ClaimedRecording } from "./journal.js";

/** A call's journal key, and its recording. */
export interface Identity {
  key: string;
  recording: ClaimedRecording;
}

/** @param key the caller's own key, if any */
export async function identify(
  recording: Recording,
  call: FileFields,
  { key, signal }: { key: string | undefined; signal: AbortSignal },
): Promise<Identity> {
  const { filename: name, sizeBytes, isRepeatable } = recording;
  if (!isRepeatable && key === undefined) throw new ConfigurationError(streamNeedsKey);
  // With a key of the caller's too: the journal compares the recording with the one that the key stands for.
  const digest = isRepeatable ? await sha256(recording.read(signal)) : undefined;
  const claimed = { name, sizeBytes, ...(digest !== undefined && { digest }) };
  return { key: key ?? (await keyOfCall(call, digest)), recording: claimed };
}

const streamNeedsKey = "key is missing. It cannot be derived from a { stream }. Pass a key, or { open, sizeBytes }.";

/** @param call with the URL of a hosted recording, or else with `digest` */
export function keyOfCall(call: FileFields, digest?: string): Promise<string> {
  const text = digest === undefined ? canonicalJson(call) : `${digest} ${canonicalJson(call)}`;
  return sha256([new TextEncoder().encode(text)]);
}

/** The JSON of a value, with sorted keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
