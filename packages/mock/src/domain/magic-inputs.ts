/** Keys of `udfs` that decide how a call ends, for clients that can only send HTTP requests. */
import * as z from "zod";
import { checkShape, oneOf, throwProblems } from "../core/check-shape.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import { partialProblems } from "../engine/partial-analysis.js";

/** The statuses that a magic input can set, and how the call then ends. */
const ends = {
  completed: { complete: true },
  failed: { fail: true },
  processing: { stall: true },
  pending: { stall: "pending" },
} as const;

const magicSchema = z.strictObject({
  "mock:outcome": z.string().optional(),
  "mock:score": z.number().optional(),
  "mock:status": oneOf(Object.keys(ends) as (keyof typeof ends)[]).optional(),
  "mock:stall": z.boolean().optional(),
});

/**
 * How a call ends, according to the magic keys in its user-defined fields. Undefined if there are none.
 *
 * @throws {MockServiceError} that names an unknown magic key
 * @throws {MockServiceError} that names a magic key with an invalid value
 */
export function magicEnd(udfs: Readonly<Record<string, unknown>>, category: ReviewedCategory) {
  const magic = Object.entries(udfs).filter(([key]) => key.startsWith("mock:"));
  if (magic.length === 0) return undefined;
  const inputs = checkShape(magicSchema, Object.fromEntries(magic), "udfs");
  const { "mock:outcome": outcomeLabel, "mock:score": score, "mock:status": status, "mock:stall": isStalled } = inputs;
  if (isStalled) return ends.processing;
  if (status && status !== "completed") return ends[status];
  const complete = withoutUndefined({ outcomeLabel, score });
  throwProblems(partialProblems(complete, category).map((problem) => ({ ...problem, path: "udfs.mock:outcome" })));
  return status || Object.keys(complete).length > 0 ? { complete } : undefined;
}
