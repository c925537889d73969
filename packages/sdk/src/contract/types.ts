/**
 * The public names of the contract's types. Most are generated interfaces, some with a shorter name (by the rule in
 * `scripts/generate-contract.ts`). Where the client adds something, a type here replaces the generated one.
 * `types.test-d.ts` compares the two.
 */
import type { Analysis, CallStatus, UserDefinedFields, UpdatedAgent as WireUpdatedAgent } from "./generated/openapi.js";

export type * from "./generated/names.js";

/** An agent after an update. `id` has the same value as `memberId`. @see operation `updateAgent` */
export interface UpdatedAgent extends WireUpdatedAgent {
  /** The agent's member id, as everywhere else. */
  id: string;
}

/** The fields of a new call. @see operation `createCall` */
export interface CallInput {
  /** An agent's member id or an agent's e-mail. */
  memberId: string;
  /** The category used for the analysis. */
  categoryId: string;
  /** The recording's public URL. The service always ingests the recording before the analysis. */
  audio_url: string;
  /** User-defined fields, stored with the call. Any object type is accepted, including interfaces. */
  udfs?: object | undefined;
  /**
   * When the call took place: a `Date` or a string. A string has the form `YYYY-MM-DD`, `YYYY/MM/DD`, `DD-MM-YYYY` or
   * `DD/MM/YYYY`, each with an optional time, or is an ISO-8601 date-time. A date without a time means 09:00 in India
   * (IST).
   */
  date?: string | Date | undefined;
}

/** A call's fields in JSON, as they are sent, as a journal gets them, and as a resume token keeps them. */
export interface CallFields extends Omit<CallInput, "udfs" | "date"> {
  udfs?: object;
  date?: string;
}

/** The default type of user-defined fields: any fields, or none. */
export type AnyUdfs = UserDefinedFields | null;

/**
 * The metadata of a completed call. `Udfs` is your own type for the user-defined fields. The client does not check it.
 */
export interface CallMetadata<Udfs = AnyUdfs> {
  /** The call's date. The specification does not show its format. */
  date: string;
  /** The call's length. The specification does not show its unit. */
  duration: number;
  summary: string;
  /** The recording's URL. */
  audioUrl: string;
  /** The fields that were stored with the call. The specification does not show the value if there were none. */
  udfs: Udfs;
  /** From the `date` input when it was given (UTC). */
  createdAt: string;
  /** From the `date` input when it was given (UTC). */
  updatedAt: string;
}

/** A call's metadata at any time. Before completion any field may be null or absent. */
export type PartialCallMetadata<Udfs = AnyUdfs> = {
  [Field in keyof CallMetadata]?: CallMetadata<Udfs>[Field] | null;
};

/** A call's status, and its analysis as far as it is available. @see operation `getCallAnalysis` */
export interface AnalysisSnapshot<Udfs = AnyUdfs> {
  callId: string;
  status: CallStatus;
  /** Null or absent before completion. The guide "Reading a scorecard" shows how to read its `unknown` fields. */
  analysis?: Analysis | null;
  metadata?: PartialCallMetadata<Udfs> | null;
}

/**
 * A call with its analysis. `isCompleted(snapshot)` narrows a snapshot to this type. @see operation `getCallAnalysis`
 */
export interface CompletedCall<Udfs = AnyUdfs> {
  callId: string;
  status: CallStatus;
  /** The guide "Reading a scorecard" shows how to read its `unknown` fields. */
  analysis: Analysis;
  /**
   * Always an object, even if the service violates the contract and sends none. `validate` reports such a violation.
   */
  metadata: CallMetadata<Udfs>;
}

/** A person to add to a campaign. Further fields are allowed. @see operation `addProspect` */
export interface Prospect {
  name?: string;
  phone?: string;
  [key: string]: unknown;
}
