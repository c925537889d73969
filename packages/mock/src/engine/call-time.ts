/** Times within a recording and days in India, and how they are written. */

/** The UTC offset of India, whose days the service uses. @see section 4, rule 6, of the specification */
const indiaOffsetMs = 330 * 60_000;

/** The second at a fraction of the call, from 0 to 1. */
export function secondsAt(durationSeconds: number, fraction: number): number {
  return Math.floor(durationSeconds * fraction);
}

/** `72` as `01:12`, and `3672` as `1:01:12`. */
export function clockTime(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${twoDigits(minutes)}:${twoDigits(Math.floor(seconds % 60))}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** `312` as `5 min 12 s`, and `3900` as `1 h 5 min`. */
export function durationText(durationSeconds: number): string {
  const seconds = Math.round(durationSeconds);
  const units = [
    { amount: Math.floor(seconds / 3600), unit: "h" },
    { amount: Math.floor(seconds / 60) % 60, unit: "min" },
    { amount: seconds % 60, unit: "s" },
  ];
  const parts = units.filter(({ amount }) => amount > 0).map(({ amount, unit }) => `${amount} ${unit}`);
  return parts.length === 0 ? "0 s" : parts.join(" ");
}

/** `7` as `07`. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** The day in India at a given time, as `YYYY-MM-DD`. */
export function dayInIndia(timeMs: number): string {
  return new Date(timeMs + indiaOffsetMs).toISOString().slice(0, 10);
}

/** A day, in milliseconds. */
export const dayMs = 86_400_000;

/** When a call took place. The limits keep the years of related dates at four digits. */
export function callDateMs(createdAt: string): number {
  return Math.min(Math.max(Date.parse(createdAt), Date.UTC(1900, 0, 1)), Date.UTC(9999, 0, 1));
}
