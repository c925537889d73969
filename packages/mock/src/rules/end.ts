/** How calls end by a rule: the fields of its `end`. */
import * as z from "zod";
import { durationSchema } from "../core/duration.js";
import { type FieldProblem, wrongValue } from "../core/mock-service-error.js";
import { type CallEnd, type CallInstructions, defaultFailure, type Progression } from "../engine/call-status.js";
import { type PartialAnalysis, partialAnalysisSchema } from "../engine/partial-analysis.js";

/** How calls end that are created by a request. At least one field is given. */
export interface CallEndDefinition {
  /** The calls complete; an object sets parts of their analysis. */
  complete?: true | PartialAnalysis | undefined;
  /** The calls fail; a text is the reason. */
  fail?: true | string | { reason?: string | undefined } | undefined;
  /** The calls stay `processing`. */
  stall?: true | undefined;
  /** How long after their creation the calls end, in milliseconds. */
  afterMs?: number | undefined;
  /** How many polls find the calls unfinished. */
  afterPolls?: number | undefined;
}

/** The fields of an end. Fields that contradict each other are found by `endProblems`. */
export const endFields = {
  complete: z.union([z.literal(true), partialAnalysisSchema]).optional(),
  fail: z.union([z.literal(true), z.string(), z.strictObject({ reason: z.string().optional() })]).optional(),
  stall: z.literal(true).optional(),
  afterMs: durationSchema.optional(),
  afterPolls: z.int().min(0).optional(),
} satisfies Record<keyof CallEndDefinition, z.ZodType>;

const contradictions = [
  ["complete", "fail"],
  ["complete", "stall"],
  ["fail", "stall"],
  ["afterMs", "afterPolls"],
] as const;

/** What is wrong with the fields together. */
export function endProblems(end: CallEndDefinition): FieldProblem[] {
  if (Object.values(end).every((value) => value === undefined))
    return [wrongValue("", `needs one of ${Object.keys(endFields).join(", ")}`)];
  return contradictions
    .filter(([one, other]) => end[one] !== undefined && end[other] !== undefined)
    .map(([one, other]) => wrongValue(other, `cannot be given together with ${one}`));
}

/** What an end says about a call. */
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

function reasonOf(fail: NonNullable<CallEndDefinition["fail"]>): string {
  if (fail === true) return defaultFailure;
  return typeof fail === "string" ? fail : (fail.reason ?? defaultFailure);
}
