/** Keys of `udfs` that tell the fake how a call goes, for clients that can do no more than send requests. */

import { type FieldProblem, invalidFields, MockServiceError, wrongValue } from "../core/mock-service-error.js";
import type { PartialAnalysis } from "../engine/partial-analysis.js";
import { checkPartial, type PartialCheckOptions } from "../engine/partial-check.js";
import { type CallCourse, type CallEnd, defaultFailure } from "./engine-rules.js";

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
 * What the magic keys among user-defined fields say.
 *
 * @throws {MockServiceError} which names the key that is not known, or whose value cannot be
 */
export function magicCourse(udfs: Readonly<Record<string, unknown>>, context: PartialCheckOptions): CallCourse {
  const keys = Object.keys(udfs).filter((key) => key.startsWith("mock:"));
  if (keys.length === 0) return {};
  const problems = keys.flatMap((key) => problemOf(key, udfs[key]));
  if (problems.length > 0) throw invalidFields("invalid-input", problems);
  if (udfs["mock:stall"] === true) return { end: { kind: "stall", status: "processing" } };
  const end = ends[String(udfs["mock:status"])];
  if (end && end.kind !== "complete") return { end };
  const partial = partialOf(udfs);
  checkMagic(partial, context);
  return end || Object.keys(partial).length > 0 ? { end: { kind: "complete", partial } } : {};
}

function problemOf(key: string, value: unknown): FieldProblem[] {
  const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
  if (!check) return [wrongValue(`udfs.${key}`, `must be one of ${Object.keys(checks).join(", ")}`)];
  return check.isValid(value) ? [] : [wrongValue(`udfs.${key}`, check.message)];
}

function partialOf({ "mock:outcome": outcomeLabel, "mock:score": score }: Readonly<Record<string, unknown>>) {
  const settled = { outcomeLabel, score };
  // Their types were just checked.
  return Object.fromEntries(Object.entries(settled).filter(([, value]) => value !== undefined)) as PartialAnalysis;
}

/** A problem is told of the key that the client sent. */
function checkMagic(partial: PartialAnalysis, context: PartialCheckOptions): void {
  try {
    checkPartial(partial, context);
  } catch (error) {
    if (!(error instanceof MockServiceError)) throw error;
    const fields = error.fields.map((field) => ({
      ...field,
      path: field.path === "score" ? "udfs.mock:score" : "udfs.mock:outcome",
    }));
    throw invalidFields(error.kind, fields);
  }
}
