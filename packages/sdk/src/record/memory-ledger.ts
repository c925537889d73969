/** A ledger in memory: the proxy's, unless it is given another one. */

import { allowedIn, type CreationState, refusedClaim } from "./creation-states.js";
import type { CreationLedger } from "./ledger.js";

/** It keeps one short row for each creation, for as long as it lives. */
export function memoryLedger(): CreationLedger {
  const creations = new Map<string, { state: CreationState; callId?: string }>();
  const isAllowed = (what: keyof typeof allowedIn, key: string) => {
    const states: readonly CreationState[] = allowedIn[what];
    return states.includes(creations.get(key)?.state ?? "released");
  };
  return {
    async claim(key, { recreate = false } = {}) {
      if (!isAllowed(recreate ? "recreate" : "claim", key)) return refusedClaim(creations.get(key)?.callId);
      creations.set(key, { state: "claimed" });
      return { status: "claimed" };
    },
    async created(key, callId) {
      if (isAllowed("created", key)) creations.set(key, { state: "created", callId });
    },
    async released(key) {
      if (isAllowed("released", key)) creations.delete(key);
    },
  };
}
