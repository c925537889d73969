import type { Progression } from "../engine/timeline.js";

/**
 * Reads a progression as it is written on the command line; undefined when it is none.
 *
 * @example
 * parseProgression("polls:1,1") // { mode: "polls", processing: 1, pending: 1 }
 */
export function parseProgression(text: string): Progression | undefined {
  if (text === "immediate" || text === "manual") return { mode: text };
  const [, mode, first, second, jitter] = /^(polls|time):(\d{1,9}),(\d{1,9})(?:,(0(?:\.\d+)?|1))?$/.exec(text) ?? [];
  if (mode === "polls" && jitter === undefined) return { mode, processing: Number(first), pending: Number(second) };
  if (mode === "time") return { mode, processingMs: Number(first), pendingMs: Number(second), ...jitterOf(jitter) };
  return undefined;
}

function jitterOf(text: string | undefined): { jitter?: number } {
  return text === undefined ? {} : { jitter: Number(text) };
}
