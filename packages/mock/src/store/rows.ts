/**
 * The tables of the store: the rows of each, as a schema from which their types follow, and by what they are found besides their
 * ids. A new table is its schema, and a line in `ownedTables`.
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
  /** From the header of a WAV; null for other formats. */
  durationSeconds: z.number().nullable(),
  uploadedAtMs: z.number(),
  /** The content by its first bytes: `other` is clearly not audio. */
  content: z.enum(["other", "unknown"]),
});

const givenAnalysis = z.object({
  analysis: someFields as unknown as z.ZodType<Analysis>,
  metadata: someFields as unknown as z.ZodType<Partial<CallMetadata>>,
});

/** The rows of an organization, as a snapshot lists them. */
export const rowSchemas = {
  /** A deleted agent stays as a row that is not active. @see the specification's section 2, Agent */
  agents: z.strictObject({ ...schemas.Agent.shape, createdAt: timestamp, isActive: z.boolean() }),
  /** With its configuration, and the texts of its analyses, which no response with the category has. @see the specification's section 2, Category detail */
  categories: z.strictObject(categorySchema.shape),
  /** Its status is computed from the plan, the clock and the polls; it is not stored. */
  calls: z.strictObject({
    id: z.string(),
    memberId: z.string(),
    agentName: z.string(),
    categoryId: z.string(),
    /** Only where the category has changed since the call was created. */
    category: categorySchema.optional(),
    audioUrl: z.string(),
    /**
     * The key of its recording in the service's storage; null for a recording elsewhere. Decided at the call's creation,
     * and right wherever the service moves later. Missing in rows without one: the address decides then.
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
    /** The recording that is analysed, once the call is ingested; null before, and when there is none. */
    recording: storedRecording.nullable(),
    /** Polls before the call had ended. */
    polls: z.int().min(0),
    /** Why a test makes the analysis fail; null when it does not, or the recording decides. */
    failureReason: z.string().nullable(),
    /** The parts of the analysis that a test set; null for none. */
    analysisOverrides: partialAnalysisSchema.nullable(),
    /** The analysis that the call was seeded with, to the letter: where it broke the contract, so does the fake. */
    given: givenAnalysis.optional(),
  }),
  /** An upload grant. @see the specification's section 2, Upload grant */
  uploads: z.strictObject({
    id: z.string(),
    key: z.string(),
    filename: z.string(),
    contentType: z.string(),
    expiresAtMs: z.number(),
    /** Who asked for the grant; null when it is not known. */
    client: z.string().nullable(),
    /** The one that was uploaded last. */
    recording: storedRecording.nullable(),
  }),
  campaigns: z.strictObject({ id: z.string(), name: z.string() }),
  /** With all fields of its request. @see the specification's section 2, Prospect */
  prospects: z.strictObject({ id: z.string(), campaignId: z.string(), fields: someFields }),
};

/** A table whose rows belong to organizations. */
export type OwnedTableName = keyof typeof rowSchemas;

/** A row of a snapshot: it is listed under its organization. */
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

/** The facts about the bytes at a storage key. */
export type StoredRecording = Readonly<z.infer<typeof storedRecording>>;

/** An agent. A deleted one stays as a row that is not active. */
export type AgentRow = OwnedRow & Unowned<"agents">;

/** A category with its configuration, and the texts of its analyses. */
export type CategoryRow = OwnedRow & Unowned<"categories">;

/** An analysis and its metadata as a service gave them. */
export type GivenAnalysis = Readonly<z.infer<typeof givenAnalysis>>;

/** A call, with its category as it was when the call was created. */
export type CallRow = OwnedRow & Omit<Unowned<"calls">, "category"> & { readonly category: ReviewedCategory };

/** An upload grant, and the recording once it is uploaded. */
export type UploadRow = OwnedRow & Unowned<"uploads">;

/** A campaign. */
export type CampaignRow = OwnedRow & Unowned<"campaigns">;

/** A prospect of a campaign. */
export type ProspectRow = OwnedRow & Unowned<"prospects">;

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

/** An e-mail of an organization, as the value of the agents' unique key `email`; its case does not matter (`email-matching`). */
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
