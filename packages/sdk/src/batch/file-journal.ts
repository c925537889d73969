/** A batch journal in a file on disk. */
import { appendFile, readFile } from "node:fs/promises";
import { ConfigurationError } from "../errors/request-errors.js";
import { fromPath } from "../upload/from-path.js";
import type { BatchJournal, BatchJournalEntry } from "./batch-journal.js";

/**
 * A journal in a file: lines of JSON that are only appended, each on disk before the batch goes on. A batch
 * that you run again with the same file goes on where the last one was killed, and creates no call twice. The
 * file holds analyses and tokens, and no API keys; only its owner may read it. One process may use it at a time.
 *
 * @param path is created when it does not exist; its folder must exist. A relative path is read from the working
 * directory of this moment, so that a later change of directory does not move the journal.
 * @example
 * const journal = fileJournal("batch.jsonl");
 * for await (const outcome of sdk.calls.analyzeFiles(inputs, { journal })) console.log(outcome);
 */
export function fileJournal(path: string | URL): BatchJournal {
  const { path: file } = fromPath(path);
  let loading: Promise<Map<string, BatchJournalEntry>> | undefined;
  const entries = () => {
    loading ??= load(file);
    return loading;
  };
  let lastAppend: Promise<unknown> = Promise.resolve();
  let torn = false;
  // One line after the other: a line that a full disk cut in half must not swallow the next one.
  function append(line: string): Promise<void> {
    const appending = lastAppend.then(async () => {
      const start = torn ? "\n" : "";
      torn = true;
      // "flush": a line survives a loss of power. Analyses are about people: others on the machine read nothing.
      await appendFile(file, `${start}${line}\n`, { flush: true, mode: 0o600 });
      torn = false;
    });
    lastAppend = appending.catch(() => undefined);
    return appending;
  }
  return {
    async find(key) {
      return (await entries()).get(key);
    },
    async record(key, entry) {
      const known = await entries();
      await append(JSON.stringify({ version: 1, key, ...entry }));
      known.set(key, entry);
    },
  };
}

async function load(path: string): Promise<Map<string, BatchJournalEntry>> {
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

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if ((cause as { code?: unknown }).code === "ENOENT") return "";
    throw new ConfigurationError(
      `journal: ${path} cannot be read. Pass a file that may be read, or one that does not exist yet.`,
      { cause },
    );
  }
}

/** Half a line counts for nothing: the batch went on only after whole lines. */
function parseLine(line: string, path: string): ({ key: string } & BatchJournalEntry) | undefined {
  let value: { version?: unknown; key?: unknown } | null;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (value?.version === 1 && typeof value.key === "string") return value as { key: string } & BatchJournalEntry;
  throw new ConfigurationError(
    `journal: ${path} has a line that is none of this version of the package. Pass the file of an earlier batch, or a new one.`,
  );
}
