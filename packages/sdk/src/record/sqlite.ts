/** SQLite as the runtime has it, and what its errors mean. For servers only. */
import type { DatabaseSync } from "node:sqlite";
import { ConfigurationError } from "../errors/request-errors.js";
import { delay, now } from "../request/timers.js";
import { builtinModule } from "../runtime.js";

/** How long another process may keep the file from being written, in milliseconds: a write takes about one. */
const patienceMs = 10_000;

/** The first version without an error that can damage a file which several processes write. */
const leastVersion = [3, 51, 3] as const;

const runtimes = "Node 22.22.3, 24.15, 26.0 or a later version of these, Deno, or Bun";

/**
 * Opens a file. Nothing waits inside SQLite: that would stop the event loop.
 *
 * @throws {ConfigurationError} on a runtime without SQLite, or with one that is too old
 */
export function openSqlite(path: string): DatabaseSync {
  const database = new (loadSqlite().DatabaseSync)(path);
  database.exec("pragma busy_timeout = 0");
  return database;
}

/** @throws {ConfigurationError} as `openSqlite` does */
export function checkSqlite(): void {
  const memory = openSqlite(":memory:");
  const { version } = memory.prepare("select sqlite_version() as version").get() as { version: string };
  memory.close();
  const parts = version.split(".").map(Number);
  const different = leastVersion.findIndex((least, index) => parts[index] !== least);
  if (different === -1 || (parts[different] ?? 0) > (leastVersion[different] ?? 0)) return;
  throw new ConfigurationError(
    `fileJournal: this runtime has SQLite ${version}, which can damage a journal that several processes use. Use one with SQLite ${leastVersion.join(".")} or later: ${runtimes}.`,
  );
}

/** Looked up when a journal is made: an import of `node:sqlite` would end the client on Node 20. */
function loadSqlite(): typeof import("node:sqlite") {
  const { emitWarning } = process;
  // Node 22 calls SQLite experimental, once. Nothing else can warn meanwhile.
  process.emitWarning = () => {};
  try {
    const sqlite = builtinModule<typeof import("node:sqlite")>("node:sqlite");
    if (sqlite) return sqlite;
  } finally {
    process.emitWarning = emitWarning;
  }
  throw new ConfigurationError(`fileJournal: this runtime has no node:sqlite. Use ${runtimes}.`);
}

/** Runs work, and runs it again a moment later while another process is writing. */
export async function unlessBusy<T>(work: () => T): Promise<T> {
  const startMs = now();
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || now() - startMs > patienceMs) throw error;
      await delay(1 + Math.random() * 5);
    }
  }
}

/** Whether another process has the file, or the lock. Deno's errors have no code everywhere. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, [5, 6], /database (table )?is locked/);
}

export function isFull(error: unknown): boolean {
  return hasCode(error, [13], /disk is full/) || (error as NodeJS.ErrnoException)?.code === "ENOSPC";
}

export function isNoDatabase(error: unknown): boolean {
  return hasCode(error, [26], /file is not a database/);
}

function hasCode(error: unknown, codes: number[], text: RegExp): boolean {
  const { errcode, message } = Object(error) as { errcode?: number; message?: string };
  // The low byte of an extended code is the code itself.
  return (errcode !== undefined && codes.includes(errcode & 0xff)) || text.test(message ?? "");
}
