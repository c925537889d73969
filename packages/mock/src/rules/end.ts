/** How calls end by a rule: the fields of its `end`. */
import * as z from "zod";
import { refined } from "../core/check-shape.js";
import { durationSchema } from "../core/duration.js";
import { wrongValue } from "../core/mock-service-error.js";
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

/** The fields of an end, which the shorthand of an engine rule has, too. */
export const endFields = {
  complete: z.union([z.literal(true), partialAnalysisSchema as z.ZodType<PartialAnalysis>]).optional(),
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

/** The schema of an end. */
export const endSchema = refined(z.strictObject(endFields), (end) =>
  Object.values(end).every((value) => value === undefined)
    ? [wrongValue("", `needs one of ${Object.keys(endFields).join(", ")}`)]
    : contradictions
        .filter(([one, other]) => end[one] !== undefined && end[other] !== undefined)
        .map(([one, other]) => wrongValue(other, `cannot be given together with ${one}`)),
);

/** What an end says about a call. */
export function instructionsOf(definition: CallEndDefinition): CallInstructions {
  const end = endOf(definition);
  const progression = progressionOf(definition);
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
