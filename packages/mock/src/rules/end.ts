/** How calls end by a rule: the fields of its `end`. */
import * as z from "zod";
import { refined } from "../core/check-shape.js";
import { durationSchema } from "../core/duration.js";
import { wrongValue } from "../core/mock-service-error.js";
import type { CallEndDefinition } from "../engine/call-status.js";
import { type PartialAnalysis, partialAnalysisSchema } from "../engine/partial-analysis.js";

const endFields = {
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
        .map(([one, other]) => wrongValue(other, `cannot be combined with ${one}`)),
);
