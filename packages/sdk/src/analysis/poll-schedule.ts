import type { PollOptions } from "./poll-options.js";

/**
 * The pause before a poll, in milliseconds: the first as asked, then growing to a cap, with chance to
 * both sides so that a batch does not poll in step. Pure.
 *
 * @param poll the number of the poll that follows, from 1
 * @param random from 0 to 1
 */
export function pauseBeforePoll(
  { initialDelayMs, intervalMs, factor, maxIntervalMs, jitter }: PollOptions,
  poll: number,
  random: number,
): number {
  if (poll === 1) return initialDelayMs;
  // The power may be endless, and 0 times that is no number.
  const growth = Math.min(factor ** (poll - 2), Number.MAX_VALUE);
  const fullMs = Math.min(intervalMs * growth, maxIntervalMs);
  return Math.min(fullMs * (1 + jitter * (2 * random - 1)), maxIntervalMs);
}
