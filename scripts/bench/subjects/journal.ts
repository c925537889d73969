/** Claims of creations in a file: by the journal of a batch, and as bare as SQLite can do it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileJournal } from "@call-analysis/sdk/node";
import type { SubjectMaker } from "../harness/subject.ts";

export const subjects: Record<string, SubjectMaker> = { ours, "bare insert": bareInsert };

let claims = 0;

async function ours() {
  const journal = fileJournal(join(temporaryFolder(), "calls.journal"));
  return () => journal.claim(nextKey());
}

/** With the journal's own settings: other processes may read meanwhile, and each row is synced. */
async function bareInsert() {
  const database = new DatabaseSync(join(temporaryFolder(), "rows.db"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE claims (key TEXT PRIMARY KEY)");
  const insert = database.prepare("INSERT INTO claims VALUES (?)");
  return () => insert.run(nextKey());
}

function nextKey(): string {
  claims += 1;
  return `recording-${claims}`;
}

/** A folder that is there as long as the process. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "call-analysis-bench-journal-"));
  process.once("disconnect", () => process.exit());
  process.once("exit", () => rmSync(folder, { recursive: true }));
  return folder;
}
