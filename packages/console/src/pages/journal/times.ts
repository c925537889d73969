/** How the journal writes times. */
import { zonedText } from "../../ui/time-zone.ts";

/** The time of day, to the millisecond: `09:00:12.045`. */
export function clockText(time: string): string {
  return zonedText(time).slice(11);
}

/** How long something took, such as `3 ms` or `1.2 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1) return "<1 ms";
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
