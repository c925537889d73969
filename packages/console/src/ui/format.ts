/** How times, dates and numbers are written. */
/** Made once: to make one takes longer than to use it. */
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const shortDateTimeFormat = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

const numberFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** A time as `21 Nov 2026, 09:00`; the text itself when it is none. */
export function dateTimeText(time: string): string {
  return formatted(time, dateTimeFormat);
}

/** A time as `21 Nov, 09:00`, for lists; of another year, with the year. */
export function shortDateTimeText(time: string): string {
  const isOfThisYear = new Date(time).getFullYear() === new Date().getFullYear();
  return formatted(time, isOfThisYear ? shortDateTimeFormat : dateTimeFormat);
}

/** A time as `21 Nov 2026`. */
export function dateText(time: string): string {
  return formatted(time, dateFormat);
}

function formatted(time: string, format: Intl.DateTimeFormat): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : format.format(date);
}

/** Seconds as `08:16`, or `1:08:16` from an hour on. */
export function positionText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${padded(minutes)}:${padded(rest)}`;
}

/** A number with at most one place after the point. */
export function numberText(value: number): string {
  return numberFormat.format(value);
}

/** How many there are, such as `1 call` or `1,200 calls`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** How many of all are found: `12 of 1,200 calls`, or all of them. */
export function foundText(found: number, all: number, one: string, many?: string): string {
  const count = countText(all, one, many);
  return found === all ? count : `${numberText(found)} of ${count}`;
}

const units = ["B", "kB", "MB", "GB"] as const;

/** A size as `1.4 MB`. */
export function sizeText(sizeBytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3));
  // `Intl` has no plural for the short form of bytes: it writes "137 byte".
  return `${numberText(sizeBytes / 1_000 ** power)}\u00a0${units[power]}`;
}

/** The name of the file at an address, as a person would call the recording. */
export function recordingName(audioUrl: string): string {
  const [path = ""] = audioUrl.split(/[?#]/, 1);
  const name = path.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(name) || audioUrl;
  } catch {
    return name || audioUrl;
  }
}

/** Fields of any values on one line, as JSON has the values, such as `crmId: "84113", vip: true`. */
export function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ");
}

/** A text as it is, and any other value as JSON. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
