/** SQLite as Node has it, for the runs of a journal. */
import type { DatabaseSync } from "node:sqlite";

/** How long another process may keep a file from being written, in milliseconds: a write takes less than one. */
const patienceMs = 10_000;

/** Opens a file, or makes it. */
export function openSqlite(path: string): DatabaseSync {
  const { emitWarning } = process;
  // Node 22 calls SQLite experimental, once. Nothing else can warn meanwhile.
  process.emitWarning = () => {};
  try {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    return new DatabaseSync(path, { timeout: patienceMs });
  } finally {
    process.emitWarning = emitWarning;
  }
}
