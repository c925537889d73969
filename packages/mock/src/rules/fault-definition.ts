/** What a fault is: the types, and the check of faults that come from tests and over HTTP. */
import * as z from "zod";
import { checkShape, oneOf, throwProblems } from "../core/check-shape.js";
import { mayHaveBody } from "../core/message.js";
import { type FieldProblem, problemsBelow, wrongValue } from "../core/mock-service-error.js";
import type { OperationName } from "../core/operations.js";
import { longestPauseMs } from "../core/pause.js";
import type { BodyFault, Failure, FaultTiming, NetworkFault, StatusFault } from "./fail.js";
import { checkMatch, type Match } from "./match.js";
import { type RuleCount, type RuleSelector, selectorFields } from "./selector.js";

/** Which requests a fault is about. */
interface FaultTarget extends Omit<RuleCount, "times"> {
  /** @default every operation */
  operation?: OperationName;
  /** Fields that the request must have, such as `{ categoryId }` or `{ filename }`. @default any */
  match?: Match;
}

/** Which requests a fault applies to. */
export interface FaultSelector extends FaultTarget, FaultTiming {
  /** How many requests it applies to. @default all */
  times?: number;
}

/** An upload that is slow, or whose connection breaks after so many bytes. */
export type UploadFault = { bytesPerSecond: number } | { cutAfterBytes: number };

/** What goes wrong. A latency may be combined with any of the others. */
export type FaultEffect =
  | { latencyMs: number }
  | (StatusFault & { latencyMs?: number })
  | { network: NetworkFault; latencyMs?: number }
  | { body: BodyFault; latencyMs?: number }
  | { upload: UploadFault; latencyMs?: number };

/** What happens to one request of a sequence: a fault, or nothing. */
export type FaultStep = (FaultEffect & FaultTiming) | "pass";

/** Faults that apply in order, one to each request that matches. After the last one, requests pass. */
export interface FaultSequence extends FaultTarget {
  sequence: readonly FaultStep[];
}

/** A fault to inject. */
export type Fault = (FaultSelector & FaultEffect) | FaultSequence;

/** Every field that a step of a sequence may have. */
export interface FaultStepFields extends Failure {
  latencyMs?: number;
  upload?: UploadFault;
}

/** Every field that a fault may have. */
export interface FaultFields extends RuleSelector, FaultStepFields {
  sequence?: readonly (FaultStepFields | "pass")[];
}

const bodyFaults: readonly unknown[] = ["truncate", "empty", "malformed", "stall", "slow-chunks"] satisfies BodyFault[];

/** The status of a response that takes the place of the service's. */
export const statusSchema = z.int("must be a whole number from 200 to 599").min(200).max(599);

const retryAfter = { error: "must be whole seconds, 0 or more, or a date" };
const milliseconds = z
  .number(`must be a number of milliseconds from 0 to ${longestPauseMs}`)
  .min(0)
  .max(longestPauseMs);

const dateText = z.string().refine((text) => !Number.isNaN(Date.parse(text)), retryAfter);

const upload: z.ZodType<UploadFault> = z.union(
  [z.strictObject({ bytesPerSecond: z.number().positive() }), z.strictObject({ cutAfterBytes: z.int().min(0) })],
  { error: "must be { bytesPerSecond } greater than 0, or { cutAfterBytes } of 0 or more" },
);

const stepFields = {
  when: z.enum(["before", "after"], { error: "must be before or after" }).optional(),
  latencyMs: milliseconds.optional(),
  status: statusSchema.optional(),
  body: z.unknown().optional(),
  retryAfter: z.union([z.int().min(0, retryAfter), z.date(), dateText], retryAfter).optional(),
  network: oneOf(["error", "reset", "timeout"]).optional(),
  upload: upload.optional(),
};

const stepShape: z.ZodType<FaultStepFields> = z.strictObject(stepFields);

const step = z.union([z.literal("pass"), stepShape], { error: 'must be a fault or "pass"' });

/** The shape of a fault. What must not be given together is checked by `checkFault`. */
export const faultSchema: z.ZodType<FaultFields> = z.strictObject({
  ...selectorFields,
  ...stepFields,
  sequence: z.array(step, { error: 'must be a list of faults and "pass"' }).min(1).optional(),
});

/**
 * Returns the value itself when it is a fault.
 *
 * @throws {MockServiceError} "invalid-input", with every field that is wrong
 * @throws {UnknownFieldError} which names the unknown field and the known one that is nearest to it
 */
export function checkFault(value: unknown): FaultFields {
  const fault = checkShape(faultSchema, value);
  throwProblems(fault.sequence ? sequenceProblems(fault, fault.sequence) : stepProblems(fault, fault.operation));
  const operation = fault.upload === undefined ? fault.operation : "uploadRecording";
  checkMatch(fault.match ?? {}, { operation, place: "match" });
  return fault;
}

/** What is wrong with the steps of a sequence, and with the fault that it is part of. */
function sequenceProblems(fault: FaultFields, steps: NonNullable<FaultFields["sequence"]>): FieldProblem[] {
  const notOfSteps = [...Object.keys(stepFields), "times"];
  const outside = Object.entries(fault).filter(([field, value]) => value !== undefined && notOfSteps.includes(field));
  return [
    ...outside.map(([field]) => wrongValue(field, "cannot be given together with sequence")),
    ...steps.flatMap((step, index) => (step === "pass" ? [] : problemsOfStep(fault, step, `sequence[${index}]`))),
  ];
}

function problemsOfStep({ operation }: FaultFields, step: FaultStepFields, place: string): FieldProblem[] {
  if (step.upload !== undefined && operation !== "uploadRecording") return [uploadsOnly];
  return problemsBelow(place, stepProblems(step, operation));
}

const uploadsOnly = wrongValue("operation", "must be uploadRecording for a fault of uploads");

/** A body by itself is a fault; together with a status it is the response's body. */
function stepProblems(step: FaultStepFields, operation: OperationName | undefined): FieldProblem[] {
  const { latencyMs, status, network, upload, body, retryAfter, when } = step;
  const bodyFault = status === undefined ? body : undefined;
  const effects = Object.entries({ status, network, upload, body: bodyFault });
  const [first, ...others] = effects.filter(([, value]) => value !== undefined).map(([field]) => field);
  const isOfUploads = upload !== undefined;
  const problems: [isWrong: boolean, field: string, message: string][] = [
    [first === undefined && latencyMs === undefined, "", "A fault needs latencyMs, status, network, body or upload."],
    [
      bodyFault !== undefined && !bodyFaults.includes(body),
      "body",
      `must be one of ${bodyFaults.join(", ")} when there is no status`,
    ],
    [status === undefined && retryAfter !== undefined, "retryAfter", "needs a status"],
    [
      status !== undefined && body !== undefined && !mayHaveBody(status),
      "body",
      `cannot be given, for a response of status ${status} has none`,
    ],
    [bodyFault !== undefined && when === "before", "when", "must be after: the fault changes a response"],
    [isOfUploads && when === "after", "when", "must be before for a fault of uploads"],
  ];
  return [
    ...others.map((field) => wrongValue(field, `cannot be given together with ${first}`)),
    ...problems.filter(([isWrong]) => isWrong).map(([, field, message]) => wrongValue(field, message)),
    ...(isOfUploads && operation !== undefined && operation !== "uploadRecording" ? [uploadsOnly] : []),
  ];
}
