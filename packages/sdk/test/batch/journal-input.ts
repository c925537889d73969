import type { InputRecord } from "../../src/record/journal.js";
import { ownRecord } from "../../src/record/ledger.js";

/** The record of an input of which nothing is known, and which keeps nothing. */
export function emptyInput(id: string): InputRecord {
  const nothing = async () => undefined;
  return {
    [ownRecord]: true,
    id,
    find: nothing,
    claim: async () => ({ status: "claimed" }),
    sending: async () => true,
    created: nothing,
    released: nothing,
    uncertain: nothing,
    uploaded: nothing,
    failed: nothing,
    completed: nothing,
  };
}
