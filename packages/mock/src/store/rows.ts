/** The rows of the store. */
import type { Prospect } from "@call-analysis/sdk";
import type { AnalysisPlan } from "../engine/call-status.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import type { GivenResult } from "../engine/given-analysis.js";
import type { IngestionMarks } from "../engine/ingestion.js";
import type { PartialAnalysis } from "../engine/partial-analysis.js";
import type { RecordingContent } from "./recording-bytes.js";

/** An organization. Only its own API keys give access to its data. */
export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
}

/** The tables, by the rows that they have. The compiler names what a new table needs besides its line here. */
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

/** An agent. A deleted one stays as a row that is not active. @see the specification's section 2, Agent */
export interface AgentRow extends OwnedRow {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly image: string;
  readonly createdAt: string;
  readonly isActive: boolean;
}

/** A category with its configuration, and the sentences of its reviews, which no response has. @see the specification's section 2, Category detail */
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
  /** The one that is there now. */
  readonly recording: StoredRecording | null;
  /** Those that it replaced, the oldest first; missing for none. Their bytes are gone. */
  readonly replacedRecordings?: readonly StoredRecording[];
}

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
  /** The analysis and the times that the call was seeded with, which are kept to the letter; missing for none. */
  readonly given?: GivenResult;
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
