/** Derives a call's journal key from the recording's bytes and the call's fields, if the caller passes none. */
import { ConfigurationError } from "../errors.js";
import { builtinModule } from "../runtime.js";
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

const streamNeedsKey =
  "key is missing. A { stream } can be read only once, so the journal cannot derive a key. Pass your own key, or { open, sizeBytes }.";

/** @param call with the URL of a hosted recording, or else with `digest` */
export function keyOfCall(call: FileFields, digest?: string): Promise<string> {
  const text = digest === undefined ? canonicalJson(call) : `${digest} ${canonicalJson(call)}`;
  return sha256([new TextEncoder().encode(text)]);
}

/** The SHA-256 in hexadecimal. `node:crypto` reads chunk by chunk, but Web Crypto needs all bytes at once. */
async function sha256(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> {
  const hash = builtinModule("node:crypto")?.createHash("sha256");
  const parts: Uint8Array[] = [];
  for await (const bytes of chunks)
    if (hash) hash.update(bytes);
    else parts.push(bytes);
  if (hash) return hash.digest("hex");
  if (!globalThis.crypto?.subtle)
    throw new ConfigurationError(
      "key is missing. A page without https has no Web Crypto to derive one. Pass your own key.",
    );
  const whole = await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer();
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", whole));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The JSON of a value, with sorted keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
