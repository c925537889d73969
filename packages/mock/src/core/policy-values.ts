import * as z from "zod";
import type { Policies } from "./policies.js";
import { checkShape } from "./shape.js";

const status = (...statuses: [number, ...number[]]) => z.literal(statuses);
const bytes = z.int().min(0);
const milliseconds = z.number().min(0);
const orNull = z.enum(["null", "sentences"]);

/** The values that each policy can have. */
const values: Record<keyof Policies, z.ZodType> = {
  invalidInputStatus: status(400, 422),
  emailInUseStatus: status(400, 409, 422),
  unknownReferenceStatus: status(400, 404, 422),
  emailMatching: z.enum(["case-insensitive", "exact"]),
  requestIdHeader: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .nullable(),
  maxJsonBytes: bytes,
  rateLimit: z.strictObject({ limit: z.int().min(0), windowMs: z.number().positive() }).nullable(),
  uploadUrlLifetimeMs: milliseconds,
  uploadStatus: status(200, 201, 204),
  storageErrorFormat: z.enum(["xml", "json"]),
  maxRecordingBytes: bytes.nullable(),
  recordingLifetimeMs: milliseconds.nullable(),
  emptyRecordings: z.enum(["fail", "accept"]),
  contentSniffing: z.enum(["off", "lenient", "strict"]),
  unreachableHosts: z.array(z.string().min(1)),
  zonelessDateOffset: z.enum(["+05:30", "+00:00"]),
  missingUdfs: z.enum(["empty", "null"]),
  analysisBeforeCompletion: z.enum(["null", "absent"]),
  unknownMetadata: z.enum(["null", "absent"]),
  failedStatus: z.string().min(1),
  durationUnit: z.enum(["seconds", "milliseconds"]),
  metadataDate: z.enum(["timestamp", "date"]),
  scoreScale: z.enum(["percent", "points"]),
  criterionResults: z.strictObject({
    met: z.string(),
    partly: z.string(),
    missed: z.string(),
    notApplicable: z.string(),
  }),
  extractions: z.enum(["by-name", "null"]),
  callObservations: orNull,
  areasForImprovement: orNull,
  magicInputs: z.boolean(),
  prospectFieldsRequired: z.boolean(),
  prospectStatus: status(200, 201),
  campaignInvalidInputStatus: status(400, 422),
};

/** Some policies, each with a value that it can have. */
export const policiesSchema = z.strictObject(values).partial() as unknown as z.ZodType<Partial<Policies>>;

/**
 * Gives policies back when there are such, with such values.
 *
 * @throws {MockServiceError} which names the policy
 */
export function checkPolicies(policies: unknown): Partial<Policies> {
  return checkShape(policiesSchema, policies, "policies");
}

/** Whether a text is the name of a policy. */
export function isPolicyName(text: string): text is keyof Policies {
  return Object.hasOwn(values, text);
}

/**
 * The value that a text stands for on the command line: JSON, a list with commas, or the text itself; undefined
 * when the policy cannot have it.
 */
export function parsePolicyValue(name: keyof Policies, text: string): { value: unknown } | undefined {
  const candidates = [...jsonValues(text), text.split(",").filter((part) => part !== ""), text];
  const value = candidates.find((candidate) => values[name].safeParse(candidate).success);
  return value === undefined ? undefined : { value };
}

function jsonValues(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
