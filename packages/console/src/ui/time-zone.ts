/** The zone in which every page writes its times: this machine's, or UTC. */
import { BrowserSetting } from "./browser-setting.ts";

/** Which zone. */
export type TimeZone = "local" | "utc";

/** A page that is drawn anew when it changes has all of its times in it. */
export const timeZoneSetting = new BrowserSetting<TimeZone>("time-zone", ["local", "utc"]);

/** The option of `Intl` for the zone. */
export function intlZone(): { timeZone?: "UTC" } {
  return timeZoneSetting.get() === "utc" ? { timeZone: "UTC" } : {};
}

/** The zone's short name, such as `UTC` or `GMT+5:30`. */
export function zoneName(): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZoneName: "short", ...intlZone() }).formatToParts();
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "local time";
}

/** A time in the zone as `2026-11-21T09:00:12.045`; the text itself when it is no time. */
export function zonedText(time: string | number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  const offsetMs = timeZoneSetting.get() === "utc" ? 0 : date.getTimezoneOffset() * 60_000;
  return new Date(date.getTime() - offsetMs).toISOString().slice(0, -1);
}

/** The time that a text such as `2026-11-21T09:00:12` names in the zone, in ISO 8601. */
export function fromZonedText(text: string): string {
  return new Date(timeZoneSetting.get() === "utc" ? `${text}Z` : text).toISOString();
}
