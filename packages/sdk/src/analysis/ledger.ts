/** Who may create a call: a record outside the client, which is asked immediately before `POST /calls`. */

/** What a ledger knows of a creation when it is claimed. */
export type CreationClaim =
  | { status: "claimed" }
  | { status: "created"; callId: string }
  /** Somebody claimed it before, and neither a call nor a refusal is known. */
  | { status: "unknown" };

/** A record of creations. Only whoever gets `claimed` sends `POST /calls`. */
export interface CreationLedger {
  /** Claims a creation, in one step that no other claim can come between. `recreate` claims an `unknown` one again. */
  claim(key: string, options?: { recreate?: boolean }): Promise<CreationClaim>;
  /** Records the call of a claimed creation. Called before anything else happens. */
  created(key: string, callId: string): Promise<void>;
  /** Gives a claim back, after a failure that proves that nothing was created. */
  released(key: string): Promise<void>;
}

/** A ledger for one process. It keeps one short row for each creation, for as long as it lives. */
export function memoryLedger(): CreationLedger {
  const rows = new Map<string, CreationClaim>();
  return {
    async claim(key, { recreate = false } = {}) {
      const row = rows.get(key);
      if (row && !(row.status === "unknown" && recreate)) return row;
      rows.set(key, { status: "unknown" });
      return { status: "claimed" };
    },
    async created(key, callId) {
      rows.set(key, { status: "created", callId });
    },
    async released(key) {
      rows.delete(key);
    },
  };
}
