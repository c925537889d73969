/** The settings for questions that the specification leaves open. */
import * as z from "zod";
import { durationSchema } from "./duration.js";

/**
 * One setting for each question that the specification leaves open. `openapi/ASSUMPTIONS.md` has a row for each. Change
 * a setting if the live service behaves differently.
 */
export interface Policies {
  /** The status for input that the contract or a rule refuses. `external-errors` @default 400 */
  invalidInputStatus: 400 | 422;
  /** The status if another active agent has the same e-mail. `email-in-use` @default 409 */
  emailInUseStatus: 400 | 409 | 422;
  /** The status if the member or category of `createCall` does not exist. `unknown-references` @default 404 */
  unknownReferenceStatus: 400 | 404 | 422;
  /** How many requests an organization may send in a time window. Further requests get 429. `rate-limits` @default null */
  rateLimit: null | { limit: number; windowMs: number };

  /** How long a signed upload URL is valid, in milliseconds. `upload-url-lifetime` @default 900_000 */
  uploadUrlLifetimeMs: number;
  /** The format of the storage's error bodies. `storage-errors` @default "xml" */
  storageErrorFormat: "xml" | "json";
  /** The largest accepted recording, in bytes. A larger one gets 413. Null means no limit. `recording-limits` @default 536_870_912 */
  maxRecordingBytes: number | null;

  /** The UTC offset for a `date` that has a time but no zone. `date-without-zone` @default "+05:30" */
  zonelessDateOffset: "+05:30" | "+00:00";
  /** The value of `metadata.udfs` if the request had no `udfs`. `udfs-default` @default "empty" */
  missingUdfs: "empty" | "null";
  /** The value of `analysis`, `metadata.duration` and `metadata.summary` before completion. `before-completion` @default "null" */
  beforeCompletion: "null" | "absent";
  /** The status of a call whose analysis failed. `call-statuses` @default "failed" */
  failedStatus: string;
  /** The unit of `metadata.duration`. `duration-unit` @default "seconds" */
  durationUnit: "seconds" | "milliseconds";

  /**
   * The scale of the overall score: a percentage, or the sum of the sections' points. `score-scale`
   * @default "percent"
   */
  scoreScale: "percent" | "points";
  /**
   * The texts of a criterion's `result` for a yes-or-no question. `criterion-results`
   * @default Yes, Partially, No, Not applicable
   */
  criterionResults: { met: string; partly: string; missed: string; notApplicable: string };
  /**
   * The values of `callObservations`, `areasForImprovement` and `extractions`: either null, or two lists of sentences
   * and an object of values by `fieldName`. The scenario `demo` sets `"values"`. `undocumented-fields`
   * @default "null"
   */
  undocumentedFields: "null" | "values";
}

const status = <const Statuses extends [number, ...number[]]>(...statuses: Statuses) => z.literal(statuses);
const bytes = z.int().min(0);
const text = z.string();
const criterionResults = z.strictObject({ met: text, partly: text, missed: text, notApplicable: text });

/** The values of each policy, and its default. */
const policySchemas = {
  invalidInputStatus: status(400, 422).default(400),
  emailInUseStatus: status(400, 409, 422).default(409),
  unknownReferenceStatus: status(400, 404, 422).default(404),
  rateLimit: z
    .strictObject({ limit: z.int().min(0), windowMs: durationSchema.positive() })
    .nullable()
    .default(null),
  uploadUrlLifetimeMs: durationSchema.default(15 * 60_000),
  storageErrorFormat: z.enum(["xml", "json"]).default("xml"),
  maxRecordingBytes: bytes.nullable().default(512 * 1024 * 1024),
  zonelessDateOffset: z.enum(["+05:30", "+00:00"]).default("+05:30"),
  missingUdfs: z.enum(["empty", "null"]).default("empty"),
  beforeCompletion: z.enum(["null", "absent"]).default("null"),
  failedStatus: z.string().min(1).default("failed"),
  durationUnit: z.enum(["seconds", "milliseconds"]).default("seconds"),
  scoreScale: z.enum(["percent", "points"]).default("percent"),
  criterionResults: criterionResults.default({
    met: "Yes",
    partly: "Partially",
    missed: "No",
    notApplicable: "Not applicable",
  }),
  undocumentedFields: z.enum(["null", "values"]).default("null"),
} satisfies Record<keyof Policies, z.ZodType>;

/** The default policies. */
export const defaultPolicies = Object.fromEntries(
  // Read, not parsed: to parse them once would be a twentieth of the command's start. Each schema has its own policy's default.
  Object.entries(policySchemas).map(([name, schema]) => [name, schema.def.defaultValue]),
) as unknown as Policies;

/** The schema for some policies with valid values. */
export const policiesSchema = z.strictObject(policySchemas).partial() as unknown as z.ZodType<Partial<Policies>>;
