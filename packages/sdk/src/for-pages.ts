/** In pages there are no files, no `fetch` that sends a stream with its length, and failures do not say how they came. */
import type { Sender } from "./upload/put.js";
import { noFiles } from "./upload/recording.js";

export async function ofFile(): Promise<never> {
  throw noFiles();
}

export function provesNothingSent(): boolean {
  return false;
}

export function unrepeatableBody(): undefined {}

export const streamSenders: readonly Sender[] = [];
