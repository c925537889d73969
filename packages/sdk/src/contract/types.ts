/**
 * The public names of the contract's types: the generated interfaces, some under a shorter name (by the rule in
 * `scripts/generate-contract.ts`), and in their place those to which the client adds something. `types.test-d.ts` compares
 * the latter with the generated ones.
 */
import type { Analysis, CallStatus, UserDefinedFields, UpdatedAgent as WireUpdatedAgent } from "./generated/openapi.js";

export type * from "./generated/names.js";

/** An agent after an update: `memberId` as in the response, and `id` with the same value. @see operation `updateAgent` */
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
  /** Public address of the recording. The service always ingests it before the analysis. */
  audio_url: string;
  /** User-defined fields, stored with the call: an object of any type of yours, interfaces included. */
  udfs?: object | undefined;
  /**
   * When the call took place: a `Date`, which is sent as an ISO-8601 date-time, or `YYYY-MM-DD`, an
   * ISO-8601 date-time, `YYYY/MM/DD`, `DD-MM-YYYY` or `DD/MM/YYYY`, each with an optional time. Without
   * a time it means 09:00 in the IST time zone.
   */
  date?: string | Date | undefined;
}

/** A call's fields as they are sent, in JSON: what a journal is asked with, and a resume token keeps. */
export interface CallFields extends Omit<CallInput, "udfs" | "date"> {
  udfs?: object;
  date?: string;
}

/** The user-defined fields of a call unless you name a type of yours: any fields, or none. */
export type AnyUdfs = UserDefinedFields | null;

/** The metadata of a completed call. `Udfs` is your type of the user-defined fields: it is not checked, you vouch for it. */
export interface CallMetadata<Udfs = AnyUdfs> {
  /** Date of the call. Its format is not shown by the specification. */
  date: string;
  /** Length of the call. Its unit is not shown by the specification. */
  duration: number;
  summary: string;
  /** Address of the recording. */
  audioUrl: string;
  /** The fields that were stored with the call. The specification does not show what is here when there were none. */
  udfs: Udfs;
  /** From the `date` input when it was given (UTC). */
  createdAt: string;
  /** From the `date` input when it was given (UTC). */
  updatedAt: string;
}

/** The metadata of a call at any time: before completion any field may be null or absent. */
export type PartialCallMetadata<Udfs = AnyUdfs> = {
  [Field in keyof CallMetadata]?: CallMetadata<Udfs>[Field] | null;
};

/** A call's status, and its analysis as far as it is available. @see operation `getCallAnalysis` */
export interface AnalysisSnapshot<Udfs = AnyUdfs> {
  callId: string;
  status: CallStatus;
  /** Before completion it is null or absent. The guide "Reading a scorecard" shows how to read its `unknown` parts. */
  analysis?: Analysis | null;
  metadata?: PartialCallMetadata<Udfs> | null;
}

/** A call whose analysis is available; `isCompleted(snapshot)` narrows to it. @see operation `getCallAnalysis` */
export interface CompletedCall<Udfs = AnyUdfs> {
  callId: string;
  status: CallStatus;
  /** The guide "Reading a scorecard" shows how to read its `unknown` parts. */
  analysis: Analysis;
  /** Always an object. A service that sends none violates the contract, which `validate` tells; its fields are then missing. */
  metadata: CallMetadata<Udfs>;
}

/** A person to add to a campaign, with any further keys. @see operation `addProspect` */
export interface Prospect {
  name?: string;
  phone?: string;
  [key: string]: unknown;
}
