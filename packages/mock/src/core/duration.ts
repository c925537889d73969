/** The limit of durations on the service's clock, so that a time plus a duration is still a valid time. */
import * as z from "zod";

/** The longest duration, in milliseconds: 100 years of 365 days. Endless waits have other settings, such as `manual`. */
export const longestDurationMs = 100 * 365 * 86_400_000;

/** The error text for an invalid duration. */
export const mustBeDuration = `must be a number of milliseconds from 0 to ${longestDurationMs} (100 years)`;

/** A duration on the service's clock, in milliseconds. */
export const durationSchema = z.number({ error: mustBeDuration }).min(0).max(longestDurationMs);
