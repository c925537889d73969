/** How the calls that a request creates will end: the fields of a rule's `end`. */
import * as z from "zod";
import { problemsOfGroups, refined } from "../core/check-shape.js";
import { durationSchema } from "../core/duration.js";
import { type PartialAnalysis, partialAnalysisSchema } from "./partial-analysis.js";

const endFields = {
  /** The calls complete. An object sets parts of their analysis. */
  complete: z.union([z.literal(true), partialAnalysisSchema as z.ZodType<PartialAnalysis>]).optional(),
  /** The calls fail. A string is the reason. */
  fail: z.union([z.literal(true), z.string(), z.strictObject({ reason: z.string().optional() })]).optional(),
  /** The calls stay `processing`. */
  stall: z.literal(true).optional(),
  /** The time between a call's creation and its end, in milliseconds. */
  afterMs: durationSchema.optional(),
  /** The number of polls that find a call unfinished. */
  afterPolls: z.int().min(0).optional(),
};

/** The fields that contradict each other. */
const alternatives = [
  ["complete", "fail", "stall"],
  ["afterMs", "afterPolls"],
];

/** The schema of an end. */
export const endSchema = refined(z.strictObject(endFields), (end) => problemsOfGroups(end, alternatives));

/** How calls end. At least one field is required. */
export type CallEndDefinition = z.infer<typeof endSchema>;

/** The default reason of a failure that a test asks for. */
export const defaultFailure = "The analysis was made to fail.";
