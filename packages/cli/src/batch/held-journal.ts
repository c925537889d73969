/** Holds a journal for the whole of a command: what is recorded or emptied meanwhile is of no other process. */
import type { FileJournal } from "@call-analysis/sdk/node";

/** @throws {ConfigurationError} when another process holds it: then nothing was done */
export async function whileHeld<T>(
  journal: FileJournal,
  { baseUrl, work }: { baseUrl: string; work: () => Promise<T> },
): Promise<T> {
  await journal.begin({ baseUrl });
  try {
    return await work();
  } finally {
    await journal.close();
  }
}
