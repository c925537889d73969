/** Times in the zone of this machine, which every page writes its times in. */

/** The zone's short name, such as `UTC` or `GMT+5:30`. */
export function zoneName(): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZoneName: "short" }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "local time";
}

/** A time in the zone as `2026-11-21T09:00:12.045`; the text itself when it is no time. */
export function zonedText(time: string | number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, -1);
}
