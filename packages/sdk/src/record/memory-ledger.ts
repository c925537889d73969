/** A ledger in memory: the proxy's, unless it is given another one. */

import { type CreationState, refusedClaim, type StepName, steps } from "./creation-states.js";
import type { CreationLedger } from "./ledger.js";

/** It keeps one short row for each creation, for as long as it lives. */
export function memoryLedger(): CreationLedger {
  const creations = new Map<string, { state: CreationState; callId?: string | undefined }>();
  /** Takes a step if the rules allow it, and tells whether they do. */
  const take = (step: StepName, key: string, callId?: string) => {
    const from: readonly CreationState[] = steps[step].from;
    const isAllowed = from.includes(creations.get(key)?.state ?? "released");
    if (isAllowed) creations.set(key, { state: steps[step].to, callId });
    return isAllowed;
  };
  return {
    async claim(key, { recreate = false } = {}) {
      if (take(recreate ? "recreate" : "claim", key)) return { status: "claimed" };
      return refusedClaim(creations.get(key)?.callId);
    },
    async created(key, callId) {
      take("created", key, callId);
    },
    async released(key) {
      take("released", key);
    },
  };
}
