/** The rate limits of organizations. */
import type { OrganizationRow } from "../store/rows.js";
import type { Domain } from "./domain.js";

/** Counts the requests of each organization, in time windows that begin with a request. */
export function rateLimits({ policies, clock }: Pick<Domain, "policies" | "clock">) {
  const windows = new Map<string, { startMs: number; count: number }>();
  return {
    /** Counts a request. Returns 0 if the request may pass, else the seconds to wait. */
    take({ id }: OrganizationRow): number {
      // Read each time: a reset to another scenario changes it.
      if (policies.rateLimit === null) return 0;
      const { limit, windowMs } = policies.rateLimit;
      const nowMs = clock.now();
      const current = windows.get(id);
      // A snapshot of an earlier time begins a new window: otherwise a client would wait until the old time comes again.
      const isCurrent = current && nowMs >= current.startMs && nowMs < current.startMs + windowMs;
      const window = isCurrent ? current : { startMs: nowMs, count: 0 };
      window.count += 1;
      windows.set(id, window);
      return window.count > limit ? Math.max(1, Math.ceil((window.startMs + windowMs - nowMs) / 1000)) : 0;
    },
    /** Forgets all counts. */
    reset: () => windows.clear(),
  };
}
