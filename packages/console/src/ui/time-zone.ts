/** The zone in which every page writes its times: this machine's, or UTC. */
import { useSyncExternalStore } from "react";

/** Which zone. */
export type TimeZone = "local" | "utc";

const storageKey = "call-analysis-console:time-zone";
const listeners = new Set<() => void>();
let chosen: TimeZone | undefined;

/** The zone that is chosen in this browser; at first this machine's. */
export function chosenTimeZone(): TimeZone {
  // Read once: many texts of a page ask for it.
  chosen ??= globalThis.localStorage?.getItem(storageKey) === "utc" ? "utc" : "local";
  return chosen;
}

/** Chooses a zone for this browser. */
export function chooseTimeZone(zone: TimeZone): void {
  chosen = zone;
  localStorage.setItem(storageKey, zone);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The zone. A page that is drawn anew when it changes has all of its times in it. */
export function useTimeZone(): TimeZone {
  return useSyncExternalStore(subscribe, chosenTimeZone);
}

/** The option of `Intl` for the zone. */
export function intlZone(): { timeZone?: "UTC" } {
  return chosenTimeZone() === "utc" ? { timeZone: "UTC" } : {};
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
  const offsetMs = chosenTimeZone() === "utc" ? 0 : date.getTimezoneOffset() * 60_000;
  return new Date(date.getTime() - offsetMs).toISOString().slice(0, -1);
}

/** The time that a text such as `2026-11-21T09:00:12` names in the zone, in ISO 8601. */
export function fromZonedText(text: string): string {
  return new Date(chosenTimeZone() === "utc" ? `${text}Z` : text).toISOString();
}
