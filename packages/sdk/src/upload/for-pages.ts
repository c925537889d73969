/** In pages there are no files, and no `fetch` that sends a stream with its length. Takes the place of `for-servers.ts`. */
import type { Sender } from "./put.js";
import { noFiles } from "./recording.js";

export async function ofFile(): Promise<never> {
  throw noFiles();
}

export const streamSenders: readonly Sender[] = [];
