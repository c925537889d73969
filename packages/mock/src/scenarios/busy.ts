/** A year of calls, for pages and statistics that need many. */
import { type Random, seededRandom } from "../core/random.js";
import type { Domain } from "../domain/domain.js";
import type { OrganizationRow } from "../store/rows.js";
import type { SeedRows } from "./seed-schema.js";

const callCount = 10_000;
const dayMs = 86_400_000;
const yearDays = 365;

/** 09:00 in India, the start of the workday, in UTC. */
const workdayStartMs = 3.5 * 3_600_000;
const workdayMs = 9 * 3_600_000;

/** One in this many calls has an unreachable recording. */
const failureRarity = 50;

const sources = ["inbound", "web form", "referral", "event"];

/**
 * 10,000 calls of an organization's agents and categories, spread over the year before the service's time, the oldest
 * first.
 */
export function busyYear({ store, clock, seed }: Domain, { id }: OrganizationRow): SeedRows {
  const random = seededRandom(seed, "busy");
  const nowMs = clock.now();
  const times = Array.from({ length: callCount }, () => callTimeMs(nowMs, random)).sort((one, other) => one - other);
  const calls = times.map((timeMs, index) => ({
    memberId: random.pick(store.agents.listOf(id)).email,
    categoryId: random.pick(store.categories.listOf(id)).id,
    audio_url: recordingOf(index),
    udfs: { crmId: String(10_000 + index), source: random.pick(sources) },
    date: new Date(timeMs).toISOString(),
  }));
  return { calls };
}

/** A time within working hours on one of the days before today. */
function callTimeMs(nowMs: number, random: Random): number {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const day = today - random.integer(1, yearDays) * dayMs;
  return day + workdayStartMs + Math.floor(random.next() * workdayMs);
}

function recordingOf(index: number): string {
  const host = (index + 1) % failureRarity === 0 ? "recordings.invalid" : "recordings.example.com";
  return `https://${host}/call-${String(index + 1).padStart(5, "0")}.wav`;
}
