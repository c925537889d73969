/** Ledgers that tests look into, or that fail. */
import type { CreationLedger } from "@call-analysis/sdk";

/** A ledger in memory, and what it was told. */
export function ledgerOf(changes: Partial<CreationLedger> = {}) {
  const rows = new Map<string, string | undefined>();
  const claims: string[] = [];
  const ledger: CreationLedger = {
    async claim(key) {
      claims.push(key);
      const callId = rows.get(key);
      if (callId !== undefined) return { status: "created", callId };
      if (rows.has(key)) return { status: "unknown" };
      rows.set(key, undefined);
      return { status: "claimed" };
    },
    async created(key, callId) {
      rows.set(key, callId);
    },
    async released(key) {
      rows.delete(key);
    },
    ...changes,
  };
  return { ledger, claims, rows };
}
