/** Keys of `udfs` that decide how a call ends, for clients that can only send HTTP requests. */

import { type FieldProblem, invalidFields, withPaths, wrongValue } from "../core/mock-service-error.js";
import { withoutUndefined } from "../core/without-undefined.js";
import { type CallEnd, type CallInstructions, defaultFailure } from "../engine/call-status.js";
import type { PartialAnalysis } from "../engine/partial-analysis.js";
import { checkPartial, type PartialCheckOptions } from "../engine/partial-check.js";

const ends: Readonly<Record<string, CallEnd>> = {
  completed: { kind: "complete", partial: {} },
  failed: { kind: "fail", reason: defaultFailure },
  processing: { kind: "stall", status: "processing" },
  pending: { kind: "stall", status: "pending" },
};

const checks: Readonly<Record<string, { isValid: (value: unknown) => boolean; message: string }>> = {
  "mock:outcome": { isValid: (value) => typeof value === "string", message: "must be the label of an outcome" },
  "mock:score": { isValid: (value) => typeof value === "number", message: "must be a number" },
  "mock:status": {
    isValid: (value) => typeof value === "string" && Object.hasOwn(ends, value),
    message: `must be one of ${Object.keys(ends).join(", ")}`,
  },
  "mock:stall": { isValid: (value) => typeof value === "boolean", message: "must be true or false" },
};

/**
 * What the magic keys among the user-defined fields say about a call.
 *
 * @throws {MockServiceError} which names the key that is not known, or whose value is not valid
 */
export function magicInstructions(
  udfs: Readonly<Record<string, unknown>>,
  options: PartialCheckOptions,
): CallInstructions {
  const keys = Object.keys(udfs).filter((key) => key.startsWith("mock:"));
  if (keys.length === 0) return {};
  const problems = keys.flatMap((key) => problemOf(key, udfs[key]));
  if (problems.length > 0) throw invalidFields("invalid-input", problems);
  if (udfs["mock:stall"] === true) return { end: { kind: "stall", status: "processing" } };
  const end = ends[String(udfs["mock:status"])];
  if (end && end.kind !== "complete") return { end };
  const partial = partialOf(udfs);
  withPaths(() => checkPartial(partial, options), keyOf);
  return end || Object.keys(partial).length > 0 ? { end: { kind: "complete", partial } } : {};
}

function problemOf(key: string, value: unknown): FieldProblem[] {
  const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
  if (!check) return [wrongValue(`udfs.${key}`, `must be one of ${Object.keys(checks).join(", ")}`)];
  return check.isValid(value) ? [] : [wrongValue(`udfs.${key}`, check.message)];
}

function partialOf({ "mock:outcome": outcomeLabel, "mock:score": score }: Readonly<Record<string, unknown>>) {
  // `problemOf` checked their types.
  return withoutUndefined({ outcomeLabel, score }) as PartialAnalysis;
}

/** The field of a partial analysis as the key that the client sent. */
function keyOf(path: string): string {
  return path === "score" ? "udfs.mock:score" : "udfs.mock:outcome";
}
