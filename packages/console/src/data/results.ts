/** The meaning of a criterion's result. The specification does not list the values; unknown ones are shown without a meaning. */

import { type CompletedCall, type CriterionRow, criterionRows } from "@call-analysis/sdk";
import type { ListedCall } from "../connection/control.ts";

/** The criteria of a call that was read with its analysis. */
export function criteriaOf({ id, analysis }: ListedCall): CriterionRow[] {
  // The rows have nothing of the call's metadata.
  return analysis ? criterionRows({ callId: id, analysis } as CompletedCall) : [];
}

/** How well a criterion was met. */
export type Verdict = "met" | "partly" | "missed";

/** Results from the worst to the best. */
const ladders: readonly (readonly string[])[] = [
  ["no", "partially", "yes"],
  ["no", "partial", "yes"],
  ["poorly", "fairly", "well"],
  ["not answered", "partially answered", "answered"],
];

/** The meaning of a result; null for an unknown one. */
export function verdictOf(result: string): Verdict | null {
  const word = result.trim().toLowerCase();
  const ladder = ladders.find((steps) => steps.includes(word));
  if (!ladder) return null;
  return (["missed", "partly", "met"] as const)[ladder.indexOf(word)] ?? null;
}
