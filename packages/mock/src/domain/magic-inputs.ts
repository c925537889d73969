/** Keys of `udfs` that decide how a call ends, for clients that can only send HTTP requests. */
import * as z from "zod";
import { checkShape, oneOf } from "../core/check-shape.js";
import { withPaths } from "../core/mock-service-error.js";
import { withoutUndefined } from "../core/without-undefined.js";
import { type CallEnd, type CallInstructions, defaultFailure } from "../engine/call-status.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import { checkPartial } from "../engine/partial-analysis.js";

const ends = {
  completed: { kind: "complete", partial: {} },
  failed: { kind: "fail", reason: defaultFailure },
  processing: { kind: "stall", status: "processing" },
  pending: { kind: "stall", status: "pending" },
} as const satisfies Record<string, CallEnd>;

const magicSchema = z.strictObject({
  "mock:outcome": z.string().optional(),
  "mock:score": z.number().optional(),
  "mock:status": oneOf(Object.keys(ends) as (keyof typeof ends)[]).optional(),
  "mock:stall": z.boolean().optional(),
});

/**
 * What the magic keys among the user-defined fields say about a call.
 *
 * @throws {UnknownFieldError} which names the key that is not known
 * @throws {MockServiceError} which names the key whose value is not valid
 */
export function magicInstructions(
  udfs: Readonly<Record<string, unknown>>,
  category: ReviewedCategory,
): CallInstructions {
  const magic = Object.entries(udfs).filter(([key]) => key.startsWith("mock:"));
  if (magic.length === 0) return {};
  const inputs = checkShape(magicSchema, Object.fromEntries(magic), "udfs");
  const { "mock:outcome": outcomeLabel, "mock:score": score, "mock:status": status, "mock:stall": isStalled } = inputs;
  if (isStalled) return { end: ends.processing };
  const end = status && ends[status];
  if (end && end.kind !== "complete") return { end };
  const partial = withoutUndefined({ outcomeLabel, score });
  withPaths(
    () => checkPartial(partial, category),
    () => "udfs.mock:outcome",
  );
  return end || Object.keys(partial).length > 0 ? { end: { kind: "complete", partial } } : {};
}
