/** The record of creations, outside of the workflow engine: which recordings have a call, and for which nobody knows. */
import { DatabaseSync } from "node:sqlite";
import type { CreationLedger, LedgerClaim } from "@call-analysis/sdk";

/**
 * A `CreationLedger` in a SQLite file, for all processes of one machine. Where your functions run on several machines,
 * use the same statements on a database that all of them reach.
 */
export class SqliteLedger implements CreationLedger {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec("PRAGMA busy_timeout = 5000");
    this.#database.exec("CREATE TABLE IF NOT EXISTS creations (key TEXT PRIMARY KEY, call_id TEXT)");
  }

  /** A key without a call is uncertain: somebody has claimed it, and may have sent its creation. */
  async claim(key: string, { recreate = false }: { recreate?: boolean } = {}): Promise<LedgerClaim> {
    const { changes } = this.#database.prepare("INSERT OR IGNORE INTO creations (key) VALUES (?)").run(key);
    if (changes === 1) return { status: "claimed" };
    const callId = this.#database.prepare("SELECT call_id FROM creations WHERE key = ?").get(key)?.call_id;
    if (typeof callId === "string") return { status: "created", callId };
    return { status: recreate ? "claimed" : "unknown" };
  }

  /** The first call that was recorded stays. */
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
