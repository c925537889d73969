/** A ledger in memory, for one process. */
import type { CreationLedger, LedgerClaim } from "../analysis/ledger.js";

/** It keeps one short row for each creation, for as long as it lives. */
export function memoryLedger(): CreationLedger {
  const rows = new Map<string, LedgerClaim>();
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
      if (rows.get(key)?.status === "unknown") rows.delete(key);
    },
  };
}
