/** A batch journal in a file on disk. */
import { appendFile, readFile } from "node:fs/promises";
import { ConfigurationError } from "../errors/request-errors.js";
import type { BatchJournal, BatchJournalEntry } from "./batch-journal.js";

/**
 * A journal in a file: lines of JSON that are only appended, each on disk before the batch goes on. A batch
 * that you run again with the same file goes on where the last one was killed, and creates no call twice. The
 * file holds analyses and tokens, and no API keys. One process may use it at a time.
 *
 * @param path is created when it does not exist; its folder must exist
 * @example
 * const journal = fileJournal("batch.jsonl");
 * for await (const outcome of sdk.calls.analyzeFiles(inputs, { journal })) console.log(outcome);
 */
export function fileJournal(path: string | URL): BatchJournal {
  let loading: Promise<Map<string, BatchJournalEntry>> | undefined;
  const entries = () => {
    loading ??= load(path);
    return loading;
  };
  return {
    async find(key) {
      return (await entries()).get(key);
    },
    async record(key, entry) {
      (await entries()).set(key, entry);
      // One write for each line, so that concurrent lines never mix. "flush": a line survives a loss of power.
      await appendFile(path, `${JSON.stringify({ version: 1, key, ...entry })}\n`, { flush: true });
    },
  };
}

async function load(path: string | URL): Promise<Map<string, BatchJournalEntry>> {
  const text = await readText(path);
  // A process that died may have left half a line: the next one must not be appended to it.
  if (text !== "" && !text.endsWith("\n")) await appendFile(path, "\n");
  const entries = new Map<string, BatchJournalEntry>();
  for (const line of text.split("\n")) {
    const entry = parseLine(line, path);
    if (entry) entries.set(entry.key, entry);
  }
  return entries;
}

async function readText(path: string | URL): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "ENOENT") return "";
    throw new ConfigurationError(`journal: ${path} cannot be read.`, { cause });
  }
}

/** Half a line counts for nothing: the batch went on only after whole lines. */
function parseLine(line: string, path: string | URL): ({ key: string } & BatchJournalEntry) | undefined {
  let value: { version?: unknown; key?: unknown } | null;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (value?.version === 1 && typeof value.key === "string") return value as { key: string } & BatchJournalEntry;
  throw new ConfigurationError(`journal: ${path} has a line that is none of this version of the package.`);
}
