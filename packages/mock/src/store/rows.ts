/**
 * The tables of the store: the rows of each, what a snapshot's rows must have, and by what they are found besides their ids.
 * A new table is its interface, a line in `Rows` and one in `ownedTables`; all else follows.
 */
import type { Agent, Analysis, CallMetadata, Prospect } from "@call-analysis/sdk";
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { type AnalysisPlan, progressionSchema } from "../engine/call-status.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import { type PartialAnalysis, partialAnalysisSchema } from "../engine/partial-analysis.js";
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

/** An agent. A deleted one stays as a row that is not active. @see the specification's section 2, Agent */
export interface AgentRow extends OwnedRow, Readonly<Omit<Agent, "id">> {
  readonly isActive: boolean;
}

/** An e-mail of an organization, as the value of the agents' unique key `email`; its case does not matter (`email-matching`). */
export function emailKey(organizationId: string, email: string): string {
  return `${organizationId} ${email.toLowerCase()}`;
}

/** A category with its configuration, and the texts of its analyses, which no response with the category has. @see the specification's section 2, Category detail */
export interface CategoryRow extends OwnedRow, Readonly<Omit<ReviewedCategory, "id">> {}

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

/** An upload grant, and the recording once it is uploaded. @see the specification's section 2, Upload grant */
export interface UploadRow extends OwnedRow {
  readonly key: string;
  readonly filename: string;
  readonly contentType: string;
  readonly expiresAtMs: number;
  /** Who asked for the grant; null when it is not known. */
  readonly client: string | null;
  /** The one that was uploaded last. */
  readonly recording: StoredRecording | null;
}

/** A call. Its status is computed from the plan, the clock and the polls; it is not stored. */
export interface CallRow extends OwnedRow {
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
  /** Whether a poll or a test has ended `processing`. */
  readonly isIngested: boolean;
  /** The recording that is analysed, once the call is ingested; null before, and when there is none. */
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

/** A campaign. */
export interface CampaignRow extends OwnedRow {
  readonly name: string;
}

/** A prospect of a campaign, with all fields of its request. @see the specification's section 2, Prospect */
export interface ProspectRow extends OwnedRow {
  readonly campaignId: string;
  readonly fields: Prospect;
}

/** What a row of a snapshot must have. Other fields are taken as they are: the fake itself has written them. */
const rowOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject({ id: z.string(), ...shape });

const timestamp = z.iso.datetime({ offset: true });

const plan = z.strictObject({
  progression: progressionSchema,
  createdAtMs: z.number(),
  outcome: z.enum(["completed", "failed"]).optional(),
  statusOverride: z.string().optional(),
} satisfies Record<keyof AnalysisPlan, z.ZodType>);

/** The tables whose rows belong to organizations, and what each row of a snapshot must have. */
export const ownedTables: { readonly [Name in OwnedTableName]: TableOptions<Rows[Name]> & { row: z.ZodType } } = {
  agents: {
    name: "agent",
    // Deleted agents have no key: another agent can have their e-mail.
    unique: {
      name: "email",
      keyOf: ({ organizationId, email, isActive }) => (isActive ? emailKey(organizationId, email) : undefined),
    },
    row: rowOf({ ...schemas.Agent.shape, createdAt: timestamp, isActive: z.boolean() }),
  },
  categories: { name: "category", row: schemas.CategoryDetail },
  calls: {
    name: "call",
    row: rowOf({
      categoryId: z.string(),
      category: schemas.CategoryDetail.optional(),
      audioUrl: z.string(),
      udfs: z.looseObject({}).nullable(),
      createdAt: timestamp,
      plan,
      polls: z.int().min(0),
      analysisOverrides: partialAnalysisSchema.nullable(),
    }),
  },
  uploads: { name: "upload", unique: { name: "key", keyOf: ({ key }) => key }, row: rowOf({ key: z.string() }) },
  campaigns: { name: "campaign", row: rowOf({ name: z.string() }) },
  prospects: { name: "prospect", row: rowOf({ campaignId: z.string(), fields: z.looseObject({}) }) },
};

/** Their names. */
export const ownedTableNames = Object.keys(ownedTables) as readonly OwnedTableName[];
