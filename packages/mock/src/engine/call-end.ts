/** How calls end that are created by a request: the fields of a rule's `end`. */
import * as z from "zod";
import { problemsOfGroups, refined } from "../core/check-shape.js";
import { durationSchema } from "../core/duration.js";
import { type PartialAnalysis, partialAnalysisSchema } from "./partial-analysis.js";

const endFields = {
  /** The calls complete; an object sets parts of their analysis. */
  complete: z.union([z.literal(true), partialAnalysisSchema as z.ZodType<PartialAnalysis>]).optional(),
  /** The calls fail; a text is the reason. */
  fail: z.union([z.literal(true), z.string(), z.strictObject({ reason: z.string().optional() })]).optional(),
  /** The calls stay `processing`. */
  stall: z.literal(true).optional(),
  /** How long after their creation the calls end, in milliseconds. */
  afterMs: durationSchema.optional(),
  /** How many polls find the calls unfinished. */
  afterPolls: z.int().min(0).optional(),
};

/** The fields that contradict each other. */
const alternatives = [
  ["complete", "fail", "stall"],
  ["afterMs", "afterPolls"],
];

/** The schema of an end. */
export const endSchema = refined(z.strictObject(endFields), (end) => problemsOfGroups(end, alternatives));

/** How calls end. At least one field is given. */
export type CallEndDefinition = z.infer<typeof endSchema>;

/** The reason of a failure that a test asked for without one. */
export const defaultFailure = "The analysis was made to fail.";
