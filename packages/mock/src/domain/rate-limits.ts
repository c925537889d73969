/** The rate limits of organizations. */
import type { Clock } from "../core/clock.js";
import type { Policies } from "../core/policies.js";
import type { OrganizationRow } from "../store/rows.js";

interface Window {
  startMs: number;
  count: number;
}

/** Counts the requests of each organization, in windows that begin with a request. */
export class RateLimits {
  readonly #policies: Pick<Policies, "rateLimit">;
  readonly #clock: Pick<Clock, "now">;
  readonly #windows = new Map<string, Window>();

  constructor(policies: Pick<Policies, "rateLimit">, clock: Pick<Clock, "now">) {
    this.#policies = policies;
    this.#clock = clock;
  }

  /** Counts a request. Returns 0 when it may pass, else how many seconds to wait. */
  take({ id }: OrganizationRow): number {
    // Read each time: a reset to another scenario changes it.
    const { rateLimit } = this.#policies;
    if (rateLimit === null) return 0;
    const { limit, windowMs } = rateLimit;
    const nowMs = this.#clock.now();
    const window = this.#windowAt(id, nowMs, windowMs);
    window.count += 1;
    return window.count > limit ? Math.max(1, Math.ceil((window.startMs + windowMs - nowMs) / 1000)) : 0;
  }

  /** Forgets all counts. */
  reset(): void {
    this.#windows.clear();
  }

  /** A snapshot of an earlier time begins a new window: otherwise a client would wait until the old time comes again. */
  #windowAt(id: string, nowMs: number, windowMs: number): Window {
    const current = this.#windows.get(id);
    if (current && nowMs >= current.startMs && nowMs < current.startMs + windowMs) return current;
    const window = { startMs: nowMs, count: 0 };
    this.#windows.set(id, window);
    return window;
  }
}
