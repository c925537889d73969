import { longestPauseMs } from "../core/pause.js";
import type { Random } from "../core/random.js";
import type { LognormalLatency } from "./fault.js";

/** How long one request is held up, in milliseconds. */
export function drawLatencyMs(latency: number | LognormalLatency, random: Random): number {
  if (typeof latency === "number") return latency;
  const { medianMs, sigma } = latency;
  return Math.min(longestPauseMs, medianMs * Math.exp(sigma * standardNormal(random)));
}

/** By the method of Box and Muller. The logarithm is never of 0, for a draw is below 1. */
function standardNormal(random: Random): number {
  const [radius, angle] = [random.next(), random.next()];
  return Math.sqrt(-2 * Math.log(1 - radius)) * Math.cos(2 * Math.PI * angle);
}
