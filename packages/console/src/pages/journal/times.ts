/** How the journal writes times. */

/** The time of day in UTC, to the millisecond: `09:00:12.045`. */
export function clockText(time: string): string {
  return time.slice(11, 23);
}

/** How long something took, such as `3 ms` or `1.2 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1) return "<1 ms";
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
