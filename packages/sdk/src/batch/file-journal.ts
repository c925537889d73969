import { appendFile, readFile } from "node:fs/promises";
import { ConfigurationError } from "../errors/request-errors.js";
import type { Journal, JournalEntry } from "./journal.js";

/**
 * A batch's memory in a file: lines of JSON, only ever added to, each on disk before the batch goes on. A
 * batch that is run again with the same file goes on where the last one was killed, and creates no call
 * twice. The file holds analyses and tokens, and no keys; one process may use it at a time.
 *
 * @param path is made when it is not there; its folder must be there
 * @example
 * const journal = fileJournal("batch.jsonl");
 * for await (const outcome of sdk.calls.analyzeFiles(inputs, { journal })) console.log(outcome);
 */
export function fileJournal(path: string | URL): Journal {
  let loading: Promise<Map<string, JournalEntry>> | undefined;
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
      // One write a line, so that lines of inputs side by side never mix. "flush" is for a loss of power.
      await appendFile(path, `${JSON.stringify({ version: 1, key, ...entry })}\n`, { flush: true });
    },
  };
}

async function load(path: string | URL): Promise<Map<string, JournalEntry>> {
  const text = await readText(path);
  // A line that was cut by a death is ended, so that the next one is whole.
  if (text !== "" && !text.endsWith("\n")) await appendFile(path, "\n");
  const entries = new Map<string, JournalEntry>();
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

/** What was cut had not been acted upon: the batch goes on only when the line is whole. */
function parseLine(line: string, path: string | URL): ({ key: string } & JournalEntry) | undefined {
  let value: { version?: unknown; key?: unknown } | null;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (value?.version === 1 && typeof value.key === "string") return value as { key: string } & JournalEntry;
  throw new ConfigurationError(`journal: ${path} has a line that is none of this version of the package.`);
}
