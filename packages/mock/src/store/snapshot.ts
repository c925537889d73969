/** The form of a snapshot: its types, and its schema. */
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { type ClockState, latestClockMs } from "../core/clock.js";
import { type AnalysisPlan, progressionSchema } from "../engine/call-status.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import { type GivenResult, givenAnalysisSchema, givenMetadataSchema } from "../engine/given-analysis.js";
import { partialAnalysisSchema } from "../engine/partial-analysis.js";
import { criterionReviewShape, outcomeReviewShape, sectionReviewShape } from "../engine/review-schema.js";
import type { CallRow, OrganizationRow, OwnedTableName, Rows, StoredRecording } from "./rows.js";

/** The whole state of a service as JSON, without API keys. */
export interface Snapshot {
  version: 1;
  seed: number;
  clock: ClockState;
  organizations: OrganizationSnapshot[];
  /** How many ids of each kind were generated, so that none is generated twice. */
  idCounts?: Record<string, number>;
  /** What the text of a state does not contain. Missing when everything is there, as in a snapshot of `snapshot()`. */
  leftOut?: LeftOut;
}

/** The fields of a snapshot besides its organizations. */
export type SnapshotHead = Pick<Snapshot, "version" | "seed" | "clock" | "idCounts">;

/** The recordings whose bytes are not in the text of a state. */
export interface LeftOut {
  /** Their ids. */
  recordings: string[];
  /** Of all of them together. */
  sizeBytes: number;
  /** Why, and where the bytes are. */
  reason: string;
}

/** The rows of every table, but calls. */
type PlainTables = { [Name in Exclude<OwnedTableName, "calls">]: PlainRow<Name>[] };

type PlainRow<Name extends OwnedTableName> = Unowned<Rows[Name]>;

/** An organization with all its rows. */
export interface OrganizationSnapshot extends PlainTables {
  id: string;
  /** An organization without one gets the first name that has a key and is not in the snapshot. */
  name?: string;
  calls: CallSnapshot[];
  /** The bytes of its uploads, each recording once. */
  recordings?: RecordingSnapshot[];
}

/** A call. It contains its category's configuration only where the category has changed since. */
export interface CallSnapshot extends Omit<CallRow, "organizationId" | "category"> {
  category?: ReviewedCategory;
}

/** The most bytes of recordings that a snapshot contains as base64, in all. */
export const maxInlineBytes = 64 * 1024 * 1024;

/**
 * A recording. Its bytes are in the snapshot as long as all recordings together have at most 64 MiB; otherwise, and in
 * a state file, they are apart.
 */
export interface RecordingSnapshot {
  /** The SHA-256 of the bytes, as lowercase hex. */
  id: string;
  sizeBytes: number;
  base64?: string;
  /** What `snapshot()` has in place of `base64` above 64 MiB. The service uses the same bytes: do not change them. */
  bytes?: Uint8Array;
}

/** A row without its organization id: it is listed under its organization. */
export type Unowned<Row> = Omit<Row, "organizationId">;

/** What checks each field of a row. A state with a field that has no check would be refused, so the compiler asks for it. */
type ShapeOf<Row> = { [Field in keyof Row]-?: z.ZodType<Row[Field]> };

const timestamp = z.iso.datetime({ offset: true });

const anyObject = z.looseObject({});

const agent = z.strictObject({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string(),
  createdAt: timestamp,
  isActive: z.boolean(),
} satisfies ShapeOf<PlainRow<"agents">>);

const plan = z.strictObject({
  progression: progressionSchema,
  createdAtMs: z.number(),
  outcome: z.enum(["completed", "failed"]).optional(),
  statusOverride: z.string().optional(),
} satisfies ShapeOf<AnalysisPlan>);

const storedRecording = z.strictObject({
  sizeBytes: z.int().min(0),
  sha256: z.string(),
  durationSeconds: z.number().min(0).max(1e9).nullable(),
  uploadedAtMs: z.number(),
  content: z.enum(["other", "unknown"]),
} satisfies ShapeOf<StoredRecording>);

const criterion = z.looseObject(criterionReviewShape);

/** The configuration, and the sentences of reviews that are not part of the contract. */
const category = schemas.CategoryDetail.and(
  z.looseObject({
    possibleOutcomes: z.array(z.looseObject(outcomeReviewShape)),
    analysisPointers: z.array(z.looseObject({ ...sectionReviewShape, criterias: z.array(criterion) })),
  }),
);

const given = z.strictObject({
  analysis: givenAnalysisSchema,
  metadata: givenMetadataSchema,
} satisfies ShapeOf<GivenResult>);

const call = z.strictObject({
  id: z.string(),
  memberId: z.string(),
  agentName: z.string(),
  categoryId: z.string(),
  category: category.optional(),
  audioUrl: z.string(),
  storageKey: z.string().nullable().optional(),
  udfs: anyObject.nullable(),
  date: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  storedAtCreation: z.int().min(0),
  storedAtEnd: z.int().min(0).nullable(),
  recording: storedRecording.nullable(),
  plan,
  polls: z.int().min(0),
  failureReason: z.string().nullable(),
  analysisOverrides: partialAnalysisSchema.nullable(),
  given: given.optional(),
} satisfies ShapeOf<CallSnapshot>);

const upload = z.strictObject({
  id: z.string(),
  key: z.string(),
  filename: z.string(),
  contentType: z.string(),
  expiresAtMs: z.number(),
  recording: storedRecording.nullable(),
  replacedRecordings: z.array(storedRecording).optional(),
} satisfies ShapeOf<PlainRow<"uploads">>);

const recording = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int().min(0),
  // Whether it is base64 is seen when it is read: the expression of zod fails on a long text.
  base64: z.string().optional(),
  bytes: z.instanceof(Uint8Array).optional(),
} satisfies ShapeOf<RecordingSnapshot>);

const campaign = z.strictObject({ id: z.string(), name: z.string() } satisfies ShapeOf<PlainRow<"campaigns">>);

const prospect = z.strictObject({
  id: z.string(),
  campaignId: z.string(),
  fields: anyObject,
} satisfies ShapeOf<PlainRow<"prospects">>);

/** A list that is missing is empty: a state that an earlier version saved has none for the tables that came later. */
const rowsOf = (row: z.ZodType) => z.array(row).optional();

const tables = {
  agents: rowsOf(agent),
  categories: rowsOf(category),
  calls: rowsOf(call),
  uploads: rowsOf(upload),
  campaigns: rowsOf(campaign),
  prospects: rowsOf(prospect),
} satisfies Record<OwnedTableName, z.ZodType>;

const organization = z.strictObject({
  id: z.string().min(1),
  name: z.string().optional(),
  ...tables,
  recordings: z.array(recording).optional(),
} satisfies Record<keyof OrganizationSnapshot, z.ZodType>);

/** Validates snapshots. */
export const snapshotSchema = z.strictObject({
  version: z.literal(1),
  seed: z.int(),
  clock: z.strictObject({
    nowMs: z.number().min(0).max(latestClockMs),
    offsetMs: z.number().nullable(),
  } satisfies ShapeOf<ClockState>),
  organizations: z.array(organization),
  idCounts: z.record(z.string(), z.int().min(0)).optional(),
  leftOut: z.unknown().optional(),
} satisfies Record<keyof Snapshot, z.ZodType>) as unknown as z.ZodType<Snapshot>;

/** The row of an organization. */
export function organizationRow({ id, name = id }: OrganizationSnapshot): OrganizationRow {
  return { id, name };
}
