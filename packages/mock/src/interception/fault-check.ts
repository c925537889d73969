import * as z from "zod";
import { checkShape, type FieldProblem, invalidFields, wrongValue } from "../core/mock-service-error.js";
import { operationNames } from "../core/operations.js";
import { longestPauseMs } from "../core/pause.js";
import type { BodyFault, FaultSelector, LognormalLatency, NetworkFault, StatusFault, UploadFault } from "./fault.js";

const bodyFaults: readonly unknown[] = ["truncate", "empty", "malformed", "stall", "slow-chunks"] satisfies BodyFault[];

/** Answers of these statuses have no body. */
const bodilessStatuses: readonly unknown[] = [204, 205, 304];

const status = { error: "must be a whole number from 200 to 599" };
const times = { error: "must be a whole number from 1 on" };
const probability = { error: "must be a number above 0, and at most 1" };
const retryAfter = { error: "must be whole seconds from 0 on, or a date" };
const timeMs = { error: `must be a number of milliseconds from 0 to ${longestPauseMs}` };

const milliseconds = z.number(timeMs).min(0, timeMs).max(longestPauseMs, timeMs);

const dateText = z.string().refine((text) => !Number.isNaN(Date.parse(text)), retryAfter);

const latency: z.ZodType<number | LognormalLatency> = z.union(
  [milliseconds, z.strictObject({ medianMs: milliseconds, sigma: z.number().min(0).max(10) })],
  { error: `${timeMs.error}, or { medianMs, sigma }` },
);

const upload: z.ZodType<UploadFault> = z.union(
  [z.strictObject({ bytesPerSecond: z.number().positive() }), z.strictObject({ cutAfterBytes: z.int().min(0) })],
  { error: "must be { bytesPerSecond } above 0, or { cutAfterBytes } from 0 on" },
);

/** Every field that a fault may have. */
export interface FaultFields extends FaultSelector, Partial<StatusFault> {
  latencyMs?: number | LognormalLatency;
  network?: NetworkFault;
  upload?: UploadFault;
}

const shape: z.ZodType<FaultFields> = z.strictObject({
  operation: z.enum(operationNames, { error: `must be one of ${operationNames.join(", ")}` }).optional(),
  match: z.record(z.string(), z.unknown(), { error: "must be an object of fields" }).optional(),
  times: z.int(times).min(1, times).optional(),
  probability: z.number(probability).gt(0, probability).max(1, probability).optional(),
  when: z.enum(["before", "after"], { error: "must be before or after" }).optional(),
  latencyMs: latency.optional(),
  status: z.int(status).min(200, status).max(599, status).optional(),
  body: z.unknown().optional(),
  retryAfter: z.union([z.int().min(0, retryAfter), z.date(), dateText], retryAfter).optional(),
  network: z.enum(["error", "reset", "timeout"], { error: "must be one of error, reset, timeout" }).optional(),
  upload: upload.optional(),
});

/**
 * Gives a fault back when it is one.
 *
 * @throws {MockServiceError} "invalid-input", which names the fields at fault
 */
export function checkFault(value: unknown): FaultFields {
  const fault = checkShape(shape, value);
  const problems = [...effectProblems(fault), ...bodyProblems(fault), ...scopeProblems(fault)];
  if (problems.length > 0) throw invalidFields("invalid-input", problems);
  return fault;
}

/** A body by itself is a fault; with a status it is what the answer says. */
function effectProblems({ latencyMs, status, network, upload, body }: FaultFields): FieldProblem[] {
  const effects = Object.entries({ status, network, upload, body: status === undefined ? body : undefined });
  const [first, ...others] = effects.filter(([, value]) => value !== undefined).map(([field]) => field);
  if (first !== undefined) return others.map((field) => wrongValue(field, `cannot be given together with ${first}`));
  return latencyMs === undefined ? [wrongValue("", "A fault needs latencyMs, status, network, body or upload.")] : [];
}

function bodyProblems({ status, body, retryAfter }: FaultFields): FieldProblem[] {
  if (status === undefined) {
    const isKnown = body === undefined || bodyFaults.includes(body);
    return [
      ...(isKnown ? [] : [wrongValue("body", `must be one of ${bodyFaults.join(", ")} when there is no status`)]),
      ...(retryAfter === undefined ? [] : [wrongValue("retryAfter", "needs a status")]),
    ];
  }
  const isImpossible = body !== undefined && bodilessStatuses.includes(status);
  return isImpossible ? [wrongValue("body", `cannot be given, for an answer of status ${status} has none`)] : [];
}

function scopeProblems({ status, body, upload, operation, when }: FaultFields): FieldProblem[] {
  const isBodyFault = status === undefined && body !== undefined;
  const isElsewhere = upload !== undefined && operation !== undefined && operation !== "uploadRecording";
  return [
    ...(isBodyFault && when === "before" ? [wrongValue("when", "must be after: a body comes after its answer")] : []),
    ...(isElsewhere ? [wrongValue("operation", "must be uploadRecording for a fault of uploads")] : []),
    ...(upload !== undefined && when === "after" ? [wrongValue("when", "must be before for a fault of uploads")] : []),
  ];
}
