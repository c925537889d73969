/** The record of one creation in a file: by the client's journal, and as bare as SQLite can do it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileJournal } from "@call-analysis/sdk/node";
import type { Sides } from "./repeat.ts";

export const sides: Sides = { ours, "bare insert": bareInsert };

let creations = 0;

/** What a journal is asked and told of a call that is created. */
async function ours() {
  const journal = fileJournal(join(temporaryFolder(), "calls.journal"));
  const { signal } = new AbortController();
  const call = { memberId: "member", categoryId: "category", audio_url: "https://store.test/call.wav" };
  const claim = { recreate: false, baseUrl: "https://api.test/v1", call, signal };
  return async () => {
    const key = nextKey();
    await journal.claim(key, claim);
    await journal.created(key, `call-${key}`);
  };
}

/** One row, with the journal's own settings. */
async function bareInsert() {
  const database = new DatabaseSync(join(temporaryFolder(), "rows.db"));
  database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA; CREATE TABLE claims (key TEXT PRIMARY KEY)");
  const insert = database.prepare("INSERT INTO claims VALUES (?)");
  return () => insert.run(nextKey());
}

function nextKey(): string {
  creations += 1;
  return `recording-${creations}`;
}

/** A folder that is there as long as the process. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "call-analysis-bench-journal-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  return folder;
}
