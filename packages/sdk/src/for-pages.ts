/** In pages there are no files, no `fetch` that sends a stream with its length, and failures do not say how they came. Size counts. */
import type { Sender } from "./upload/put.js";
import { noFiles } from "./upload/recording.js";

export async function ofFile(): Promise<never> {
  throw noFiles();
}

/** Writes ids, which are texts, as openapi-fetch does, without its styles for lists and objects. */
export function defaultPathSerializer(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? ""));
}

export function provesNothingSent(): boolean {
  return false;
}

export function unrepeatableBody(): undefined {}

export const streamSenders: readonly Sender[] = [];
