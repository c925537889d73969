/**
 * The tables of the store: the rows of each, what checks them in a snapshot, and by what they are found besides their ids.
 * A new table is its interface and its definition, a line in `Rows` and one in `ownedTables`; all else follows.
 */
import type { Analysis, CallMetadata, Prospect } from "@call-analysis/sdk";
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { type AnalysisPlan, progressionSchema } from "../engine/call-status.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import type { IngestionMarks } from "../engine/ingestion.js";
import { type PartialAnalysis, partialAnalysisSchema } from "../engine/partial-analysis.js";
import { categoryReviewShape, criterionReviewShape, outcomeReviewShape } from "../engine/review-schema.js";
import type { RecordingContent } from "./recording-bytes.js";
import type { TableOptions } from "./table.js";

/** An organization. Only its own API keys give access to its data. */
export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
}

/** The tables, by the rows that they have. */
export interface Rows {
  organizations: OrganizationRow;
  agents: AgentRow;
  categories: CategoryRow;
  calls: CallRow;
  uploads: UploadRow;
  campaigns: CampaignRow;
  prospects: ProspectRow;
}

/** A table whose rows belong to organizations. */
export type OwnedTableName = Exclude<keyof Rows, "organizations">;

/** The fields of every row that belongs to an organization. */
export interface OwnedRow {
  readonly id: string;
  readonly organizationId: string;
}

/** A row without its organization id: in a snapshot it is listed under its organization. */
export type Unowned<Row> = Omit<Row, "organizationId">;

/** What checks each field of an object. A state with a field that has no check would be refused, so the compiler asks for it. */
export type ShapeOf<Row> = { [Field in keyof Row]-?: z.ZodType<Row[Field]> };

/** A table whose rows belong to organizations. */
interface TableDefinition<Row extends OwnedRow> extends Pick<TableOptions<Row>, "name" | "unique"> {
  /** Checks a row of a snapshot. */
  row: z.ZodType;
}

/** @param fields what checks the fields besides the id */
function rowOf<Row>(fields: ShapeOf<Omit<Row, keyof OwnedRow>>): z.ZodType {
  return z.strictObject({ id: z.string(), ...fields });
}

const timestamp = z.iso.datetime({ offset: true });
const anyObject = z.looseObject({});

/** An agent. A deleted one stays as a row that is not active. @see the specification's section 2, Agent */
export interface AgentRow extends OwnedRow {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly image: string;
  readonly createdAt: string;
  readonly isActive: boolean;
}

const agents: TableDefinition<AgentRow> = {
  name: "agent",
  // Deleted agents have no key: another agent can have their e-mail.
  unique: {
    name: "email",
    keyOf: ({ organizationId, email, isActive }) => (isActive ? emailKey(organizationId, email) : undefined),
  },
  row: rowOf<AgentRow>({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    image: z.string(),
    createdAt: timestamp,
    isActive: z.boolean(),
  }),
};

/** An e-mail of an organization, as the value of the agents' unique key `email`; its case does not matter (`email-matching`). */
export function emailKey(organizationId: string, email: string): string {
  return `${organizationId} ${email.toLowerCase()}`;
}

/** A category with its configuration, and the texts of its analyses, which no response with the category has. @see the specification's section 2, Category detail */
export interface CategoryRow extends OwnedRow, Readonly<Omit<ReviewedCategory, "id">> {}

/** The configuration, and the texts of analyses that are not part of the contract. */
const category = schemas.CategoryDetail.and(
  z.looseObject({
    ...categoryReviewShape,
    possibleOutcomes: z.array(z.looseObject(outcomeReviewShape)),
    analysisPointers: z.array(z.looseObject({ criterias: z.array(z.looseObject(criterionReviewShape)) })),
  }),
);

const categories: TableDefinition<CategoryRow> = { name: "category", row: category };

/** What is known about the bytes at a storage key. */
export interface StoredRecording {
  readonly sizeBytes: number;
  /** Lowercase hex. */
  readonly sha256: string;
  /** From the header of a WAV; null for other formats. */
  readonly durationSeconds: number | null;
  readonly uploadedAtMs: number;
  /** What it contains, by its first bytes. */
  readonly content: RecordingContent;
}

const storedRecording = z.strictObject({
  sizeBytes: z.int().min(0),
  sha256: z.string(),
  durationSeconds: z.number().min(0).max(1e9).nullable(),
  uploadedAtMs: z.number(),
  content: z.enum(["other", "unknown"]),
} satisfies ShapeOf<StoredRecording>);

/** An upload grant, and the recording once it is uploaded. @see the specification's section 2, Upload grant */
export interface UploadRow extends OwnedRow {
  readonly key: string;
  readonly filename: string;
  readonly contentType: string;
  readonly expiresAtMs: number;
  /** The one that is there now. */
  readonly recording: StoredRecording | null;
  /** Those that it replaced, the oldest first; missing for none. Their bytes are gone. */
  readonly replacedRecordings?: readonly StoredRecording[];
}

const uploads: TableDefinition<UploadRow> = {
  name: "upload",
  unique: { name: "key", keyOf: ({ key }) => key },
  row: rowOf<UploadRow>({
    key: z.string(),
    filename: z.string(),
    contentType: z.string(),
    expiresAtMs: z.number(),
    recording: storedRecording.nullable(),
    replacedRecordings: z.array(storedRecording).optional(),
  }),
};

/** A call. Its status is computed from the plan, the clock and the polls; it is not stored. */
export interface CallRow extends OwnedRow, Readonly<IngestionMarks> {
  readonly memberId: string;
  readonly agentName: string;
  readonly categoryId: string;
  /** The category as it was when the call was created. */
  readonly category: ReviewedCategory;
  readonly audioUrl: string;
  /**
   * The key of its recording in the service's storage; null for a recording elsewhere. Decided at the call's creation,
   * and right wherever the service moves later. Missing in rows without one: the address decides then.
   */
  readonly storageKey?: string | null;
  readonly udfs: Record<string, unknown> | null;
  /** The `date` of the request, as the client wrote it. */
  readonly date: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly plan: AnalysisPlan;
  /** The recording that is analysed, once a poll or a test has ended `processing`; null before, and when there is none. */
  readonly recording: StoredRecording | null;
  /** Polls before the call had ended. */
  readonly polls: number;
  /** Why a test makes the analysis fail; null when it does not, or the recording decides. */
  readonly failureReason: string | null;
  /** The parts of the analysis that a test set; null for none. */
  readonly analysisOverrides: PartialAnalysis | null;
  /** The analysis that the call was seeded with; missing for none. */
  readonly given?: GivenAnalysis;
}

/** An analysis and its metadata as a service gave them, which are kept to the letter: where it broke the contract, so does the fake. */
export interface GivenAnalysis {
  readonly analysis: Analysis;
  readonly metadata: Partial<CallMetadata>;
}

/** A call. It contains its category's configuration only where the category has changed since. */
export interface CallSnapshot extends Omit<CallRow, "organizationId" | "category"> {
  category?: ReviewedCategory;
}

const plan = z.strictObject({
  progression: progressionSchema,
  createdAtMs: z.number(),
  outcome: z.enum(["completed", "failed"]).optional(),
  statusOverride: z.string().optional(),
} satisfies ShapeOf<AnalysisPlan>);

const isObject = (value: unknown) => typeof value === "object" && value !== null;

const given = z.strictObject({
  analysis: z.custom<Analysis>(isObject),
  metadata: z.custom<Partial<CallMetadata>>(isObject),
} satisfies ShapeOf<GivenAnalysis>);

const calls: TableDefinition<CallRow> = {
  name: "call",
  row: rowOf<CallSnapshot>({
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
  }),
};

/** A campaign. */
export interface CampaignRow extends OwnedRow {
  readonly name: string;
}

const campaigns: TableDefinition<CampaignRow> = { name: "campaign", row: rowOf<CampaignRow>({ name: z.string() }) };

/** A prospect of a campaign, with all fields of its request. @see the specification's section 2, Prospect */
export interface ProspectRow extends OwnedRow {
  readonly campaignId: string;
  readonly fields: Prospect;
}

const prospects: TableDefinition<ProspectRow> = {
  name: "prospect",
  row: rowOf<ProspectRow>({ campaignId: z.string(), fields: anyObject }),
};

/** The tables whose rows belong to organizations. */
export const ownedTables: { readonly [Name in OwnedTableName]: TableDefinition<Rows[Name]> } = {
  agents,
  categories,
  calls,
  uploads,
  campaigns,
  prospects,
};

/** Their names. */
export const ownedTableNames = Object.keys(ownedTables) as readonly OwnedTableName[];
