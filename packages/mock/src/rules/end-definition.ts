/** How calls end by a rule, as data: of a seed file, and of a request to the control interface. */
import * as z from "zod";
import type { ShapeProblem } from "../core/check-shape.js";
import { durationSchema } from "../core/duration.js";
import { wrongValue } from "../core/mock-service-error.js";
import { type CallEnd, type CallInstructions, defaultFailure, type Progression } from "../engine/call-status.js";
import { type PartialAnalysis, partialAnalysisSchema } from "../engine/partial-analysis.js";
import { type CallMatch, callMatchSchema } from "./match.js";
import { countFields, type RuleCount } from "./selector.js";

/** How calls end. At least one field is given. */
export interface CallEndDefinition {
  /** The calls complete; an object sets parts of their analysis. */
  complete?: true | PartialAnalysis | undefined;
  /** The calls fail; a text is the reason. */
  fail?: true | string | { reason?: string | undefined } | undefined;
  /** The calls stay `processing`. */
  stall?: true | undefined;
  /** How long after their creation the calls end, in milliseconds. */
  afterMs?: number | undefined;
  /** How many polls find the calls under way. */
  afterPolls?: number | undefined;
}

/** A rule for calls to come, as data. */
export interface EngineRuleDefinition extends RuleCount, CallEndDefinition {
  /** @default every call */
  match?: CallMatch | undefined;
}

/** The shape of a rule for calls to come. What must not be given together is checked by `endProblems`. */
export const engineRuleSchema: z.ZodType<EngineRuleDefinition> = z.strictObject({
  match: callMatchSchema.optional(),
  complete: z.union([z.literal(true), partialAnalysisSchema]).optional(),
  fail: z.union([z.literal(true), z.string(), z.strictObject({ reason: z.string().optional() })]).optional(),
  stall: z.literal(true).optional(),
  afterMs: durationSchema.optional(),
  afterPolls: z.int().min(0).optional(),
  ...countFields,
});

const instructions = ["complete", "fail", "stall", "afterMs", "afterPolls"] as const;

const contradictions = [
  ["complete", "fail"],
  ["complete", "stall"],
  ["fail", "stall"],
  ["afterMs", "afterPolls"],
] as const;

/** What is wrong with the fields together. */
export function endProblems(end: CallEndDefinition): ShapeProblem[] {
  const isGiven = (name: (typeof instructions)[number]) => end[name] !== undefined;
  if (!instructions.some(isGiven))
    return [{ ...wrongValue("", `A rule needs one of ${instructions.join(", ")}.`), keys: [] }];
  return contradictions
    .filter(([one, other]) => isGiven(one) && isGiven(other))
    .map(([one, other]) => ({ ...wrongValue(other, `cannot be given together with ${one}`), keys: [other] }));
}

/** What a rule says about a call. */
export function instructionsOf({ complete, fail, stall, afterMs, afterPolls }: CallEndDefinition): CallInstructions {
  const end = endOf({ complete, fail, stall });
  const progression = progressionOf({ afterMs, afterPolls });
  return { ...(end && { end }), ...(progression && { progression }) };
}

function endOf({ complete, fail, stall }: CallEndDefinition): CallEnd | undefined {
  if (complete !== undefined) return { kind: "complete", partial: complete === true ? {} : complete };
  if (fail !== undefined) return { kind: "fail", reason: reasonOf(fail) };
  return stall && { kind: "stall", status: "processing" };
}

function progressionOf({ afterMs, afterPolls }: CallEndDefinition): Progression | undefined {
  if (afterMs !== undefined) return { mode: "time", processingMs: afterMs, pendingMs: 0 };
  return afterPolls === undefined ? undefined : { mode: "polls", processing: afterPolls, pending: 0 };
}

/** The reason of a failure, in whatever form it was given. */
function reasonOf(fail: NonNullable<CallEndDefinition["fail"]>): string {
  if (fail === true) return defaultFailure;
  return typeof fail === "string" ? fail : (fail.reason ?? defaultFailure);
}
