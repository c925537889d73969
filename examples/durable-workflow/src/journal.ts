/** The journal, outside the workflow engine: the call of each recording, and the uncertain calls. */
import { DatabaseSync } from "node:sqlite";
import type { ClaimOptions, Journal, JournalClaim } from "@call-analysis/sdk";

/**
 * A `Journal` in a SQLite file, for all processes of one machine. If your functions run on several machines, use the
 * same statements on a database that all of them can reach.
 */
export class SqliteJournal implements Journal {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    // Milliseconds. SQLite has no queue: while others write to a slow disk, a process may wait for many seconds.
    this.#database.exec("PRAGMA busy_timeout = 60000");
    this.#database.exec("CREATE TABLE IF NOT EXISTS creations (key TEXT PRIMARY KEY, audio_url TEXT, call_id TEXT)");
  }

  /**
   * A key without a call is uncertain: somebody has claimed it, and may have sent its create request. The recording's URL
   * helps to find the call.
   */
  async claim(
    key: string,
    { recreate, call: { audio_url } }: Pick<ClaimOptions, "recreate" | "call">,
  ): Promise<JournalClaim> {
    const insert = this.#database.prepare("INSERT OR IGNORE INTO creations (key, audio_url) VALUES (?, ?)");
    const select = this.#database.prepare("SELECT audio_url, call_id FROM creations WHERE key = ?");
    const reclaim = this.#database.prepare("UPDATE creations SET audio_url = ? WHERE key = ? AND call_id IS NULL");
    // Repeats if another process changed the row between two statements.
    for (;;) {
      if (insert.run(key, audio_url).changes === 1) return { status: "claimed" };
      const known = select.get(key);
      if (typeof known?.call_id === "string") return { status: "created", callId: known.call_id };
      if (known && !recreate) {
        return { status: "unknown", ...(typeof known.audio_url === "string" && { audio_url: known.audio_url }) };
      }
      if (known && reclaim.run(audio_url, key).changes === 1) return { status: "claimed" };
    }
  }

  /** Keeps the first recorded call. */
  async created(key: string, callId: string): Promise<void> {
    const upsert =
      "INSERT INTO creations (key, call_id) VALUES (?, ?) ON CONFLICT DO UPDATE SET call_id = excluded.call_id WHERE call_id IS NULL";
    this.#database.prepare(upsert).run(key, callId);
  }

  async released(key: string): Promise<void> {
    this.#database.prepare("DELETE FROM creations WHERE key = ? AND call_id IS NULL").run(key);
  }

  close(): void {
    this.#database.close();
  }
}
