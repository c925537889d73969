import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { partialAnalysisSchema } from "../engine/partial-analysis.js";
import { progressionSchema } from "../engine/timeline.js";
import type { Snapshot } from "./snapshot.js";

const timestamp = z.iso.datetime();

const anyObject = z.looseObject({});

const agent = z.strictObject({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string(),
  createdAt: timestamp,
  isActive: z.boolean(),
});

const plan = z.strictObject({
  progression: progressionSchema,
  createdAtMs: z.number(),
  outcome: z.enum(["completed", "failed"]),
  statusOverride: z.string().optional(),
});

const call = z.strictObject({
  id: z.string(),
  memberId: z.string(),
  agentName: z.string(),
  categoryId: z.string(),
  category: schemas.CategoryDetail.optional(),
  audioUrl: z.string(),
  udfs: anyObject.nullable(),
  date: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  recordingHash: z.string(),
  durationSeconds: z.number().min(0).max(1e9),
  plan,
  polls: z.int().min(0),
  failureReason: z.string().nullable(),
  analysisOverrides: partialAnalysisSchema.nullable(),
});

const storedRecording = z.strictObject({
  sizeBytes: z.int().min(0),
  sha256: z.string(),
  durationSeconds: z.number().min(0).max(1e9).nullable(),
  uploadedAtMs: z.number(),
  content: z.enum(["audio", "other", "unknown"]),
});

const upload = z.strictObject({
  id: z.string(),
  key: z.string(),
  filename: z.string(),
  contentType: z.string(),
  expiresAtMs: z.number(),
  recording: storedRecording.nullable(),
});

const organization = z.strictObject({
  id: z.string().min(1),
  name: z.string().optional(),
  agents: z.array(agent),
  categories: z.array(schemas.CategoryDetail),
  calls: z.array(call),
  uploads: z.array(upload),
  campaigns: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  prospects: z.array(z.strictObject({ id: z.string(), campaignId: z.string(), fields: anyObject })),
  recordings: z
    .array(z.strictObject({ id: z.string(), sizeBytes: z.int().min(0), base64: z.base64().optional() }))
    .optional(),
});

/** What a snapshot must look like. */
export const snapshotSchema = z.strictObject({
  version: z.literal(1),
  seed: z.int(),
  clock: z.strictObject({
    nowMs: z
      .number()
      .min(0)
      .max(Date.UTC(9999, 11, 31)),
    offsetMs: z.number().nullable(),
  }),
  organizations: z.array(organization),
  idCounts: z.record(z.string(), z.int().min(0)).optional(),
}) as unknown as z.ZodType<Snapshot>;
