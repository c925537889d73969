/** Delays of requests, and the bandwidth of uploads. */
import { longestPauseMs, pause } from "../core/pause.js";
import type { Random } from "../core/random.js";
import type { BodyTransform } from "../core/received-request.js";

/** Delays that vary around a median: most are below twice the median, a few far above. */
export interface LognormalLatency {
  medianMs: number;
  /** How widely they vary. 0: not at all. 1: most are between a third of the median and three times the median. */
  sigma: number;
}

/** How long one request is delayed, in milliseconds. */
export function drawLatencyMs(latency: number | LognormalLatency, random: Random): number {
  if (typeof latency === "number") return latency;
  const { medianMs, sigma } = latency;
  return Math.min(longestPauseMs, medianMs * Math.exp(sigma * standardNormal(random)));
}

/** By the method of Box and Muller. `1 - radius` is never 0, because draws are below 1. */
function standardNormal(random: Random): number {
  const [radius, angle] = [random.next(), random.next()];
  return Math.sqrt(-2 * Math.log(1 - radius)) * Math.cos(2 * Math.PI * angle);
}

/** Delays each chunk of an upload; back-pressure slows the sender. */
export function slowTo(bytesPerSecond: number, signal?: AbortSignal): BodyTransform {
  return async function* (chunks) {
    for await (const chunk of chunks) {
      await pause((chunk.length / bytesPerSecond) * 1000, signal);
      yield chunk;
    }
  };
}
