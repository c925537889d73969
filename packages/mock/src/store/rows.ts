/**
 * The tables of the store: a schema for the rows of each, from which the types follow, and the fields besides the id
 * that find a row. A new table needs a schema, and a line in `ownedTables`.
 */
import type { Analysis, CallMetadata } from "@call-analysis/sdk";
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { planSchema } from "../engine/call-status.js";
import { categorySchema, type ReviewedCategory } from "../engine/configuration.js";
import { partialAnalysisSchema } from "../engine/partial-analysis.js";
import type { TableOptions } from "./table.js";

const timestamp = z.iso.datetime({ offset: true, error: "must be a time in ISO 8601 with a zone" });

const someFields = z.record(z.string(), z.unknown());

const storedRecording = z.object({
  sizeBytes: z.int().min(0),
  /** Lowercase hex. */
  sha256: z.string(),
  /** The length, from the header of a WAV. Null for other formats. */
  durationSeconds: z.number().nullable(),
  uploadedAtMs: z.number(),
  /** The kind of content, by its first bytes. `other` is clearly not audio. */
  content: z.enum(["other", "unknown"]),
});

const givenAnalysis = z.object({
  analysis: someFields as unknown as z.ZodType<Analysis>,
  metadata: someFields as unknown as z.ZodType<Partial<CallMetadata>>,
});

/** The rows of an organization, as a snapshot lists them. */
export const rowSchemas = {
  /** An agent. A deleted agent stays as an inactive row. @see the specification's section 2, Agent */
  agents: z.strictObject({ ...schemas.Agent.shape, createdAt: timestamp, isActive: z.boolean() }),
  /**
   * A category with its configuration, and the texts of its analyses, which no response contains. @see the
   * specification's section 2, Category detail
   */
  categories: z.strictObject(categorySchema.shape),
  /** A call. Its status is not stored, but computed from the plan, the clock and the polls. */
  calls: z.strictObject({
    id: z.string(),
    memberId: z.string(),
    agentName: z.string(),
    categoryId: z.string(),
    /** Present only if the category has changed since the call was created. */
    category: categorySchema.optional(),
    audioUrl: z.string(),
    /**
     * The key of the call's recording in the service's storage. Null for a recording elsewhere. It is decided when the
     * call is created, so that it stays right if the service moves. If it is missing, the URL decides.
     */
    storageKey: z.string().nullable().optional(),
    udfs: someFields.nullable(),
    /** The `date` of the request, as the client wrote it. */
    date: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    plan: planSchema,
    /** Whether a poll or a test has ended `processing`. */
    isIngested: z.boolean(),
    /** The analysed recording, once the call is ingested. Null before that, and if there is none. */
    recording: storedRecording.nullable(),
    /** The number of polls before the call ended. */
    polls: z.int().min(0),
    /** Why a test makes the analysis fail. Null if it does not, or if the recording decides. */
    failureReason: z.string().nullable(),
    /** The parts of the analysis that a test set. Null if there are none. */
    analysisOverrides: partialAnalysisSchema.nullable(),
    /** The analysis that the call was seeded with, unchanged. If it violates the contract, so does the fake. */
    given: givenAnalysis.optional(),
  }),
  /** An upload grant. @see the specification's section 2, Upload grant */
  uploads: z.strictObject({
    id: z.string(),
    key: z.string(),
    filename: z.string(),
    contentType: z.string(),
    expiresAtMs: z.number(),
    /** Who asked for the grant. Null if unknown. */
    client: z.string().nullable(),
    /** The recording that was uploaded last. */
    recording: storedRecording.nullable(),
  }),
  campaigns: z.strictObject({ id: z.string(), name: z.string() }),
  /** A prospect with all fields of its request. @see the specification's section 2, Prospect */
  prospects: z.strictObject({ id: z.string(), campaignId: z.string(), fields: someFields }),
};

/** A table whose rows belong to organizations. */
export type OwnedTableName = keyof typeof rowSchemas;

/** A row of a snapshot, which is listed under its organization. */
export type Unowned<Name extends OwnedTableName> = Readonly<z.infer<(typeof rowSchemas)[Name]>>;

/** The fields of every row that belongs to an organization. */
export interface OwnedRow {
  readonly id: string;
  readonly organizationId: string;
}

/** An organization. Only its own API keys give access to its data. */
export interface OrganizationRow {
  readonly id: string;
  readonly name: string;
}

/** The stored facts about a recording. */
export type StoredRecording = Readonly<z.infer<typeof storedRecording>>;

/** An agent. A deleted agent stays as an inactive row. */
export type AgentRow = OwnedRow & Unowned<"agents">;

/** A category with its configuration, and the texts of its analyses. */
export type CategoryRow = OwnedRow & Unowned<"categories">;

/** An analysis and its metadata, as a service returned them. */
export type GivenAnalysis = Readonly<z.infer<typeof givenAnalysis>>;

/** A call, with its category as it was when the call was created. */
export type CallRow = OwnedRow & Omit<Unowned<"calls">, "category"> & { readonly category: ReviewedCategory };

/** An upload grant, and the recording once it is uploaded. */
export type UploadRow = OwnedRow & Unowned<"uploads">;

/** A campaign. */
export type CampaignRow = OwnedRow & Unowned<"campaigns">;

/** A prospect of a campaign. */
export type ProspectRow = OwnedRow & Unowned<"prospects">;

/** The tables, with the type of their rows. */
export interface Rows {
  organizations: OrganizationRow;
  agents: AgentRow;
  categories: CategoryRow;
  calls: CallRow;
  uploads: UploadRow;
  campaigns: CampaignRow;
  prospects: ProspectRow;
}

/** An e-mail of an organization, as the agents' unique key `email`. Its case does not matter (`email-matching`). */
export function emailKey(organizationId: string, email: string): string {
  return `${organizationId} ${email.toLowerCase()}`;
}

/** The tables whose rows belong to organizations. */
export const ownedTables: { readonly [Name in OwnedTableName]: TableOptions<Rows[Name]> } = {
  agents: {
    name: "agent",
    // Deleted agents have no key: another agent can have their e-mail.
    unique: {
      name: "email",
      keyOf: ({ organizationId, email, isActive }) => (isActive ? emailKey(organizationId, email) : undefined),
    },
  },
  categories: { name: "category" },
  calls: { name: "call" },
  uploads: { name: "upload", unique: { name: "key", keyOf: ({ key }) => key } },
  campaigns: { name: "campaign" },
  prospects: { name: "prospect" },
};

/** Their names. */
export const ownedTableNames = Object.keys(ownedTables) as readonly OwnedTableName[];
