/**
 * The public names of the contract's types. Each is an interface over its generated twin, so editors
 * show the short name and the field's description, and a consumer's compiler has nothing to instantiate.
 */
import type {
  SchemaAgent,
  SchemaAnalysis,
  SchemaAnalysisSnapshot,
  SchemaCallMetadata,
  SchemaCallMetadataSoFar,
  SchemaCallStatus,
  SchemaCategory,
  SchemaCategoryDetail,
  SchemaCreateAgentRequest,
  SchemaCreateCallRequest,
  SchemaCreatedAgent,
  SchemaCreatedCall,
  SchemaCreateUploadUrlRequest,
  SchemaCriterion,
  SchemaPossibleOutcome,
  SchemaProspect,
  SchemaProspectResult,
  SchemaSection,
  SchemaUpdateAgentRequest,
  SchemaUpdatedAgent,
  SchemaUploadGrant,
  SchemaUserDefinedFields,
} from "./generated/openapi.js";

export type { components, operations, paths } from "./generated/openapi.js";

/** `processing`, `pending` or `completed`; any other string is possible. @see the specification's section 3 */
export type CallStatus = SchemaCallStatus;

/** User-defined fields, stored with a call and given back with its analysis. */
export interface UserDefinedFields extends SchemaUserDefinedFields {}

/** An active agent, as `agents.list()` gives it. @see operation `listAgents` */
export interface Agent extends SchemaAgent {}

/** What registers an agent. @see operation `createAgent` */
export interface AgentInput extends SchemaCreateAgentRequest {}

/** An agent as just registered: without `image` and `createdAt`. @see operation `createAgent` */
export interface CreatedAgent extends SchemaCreatedAgent {}

/** The fields of an agent that are to change. @see operation `updateAgent` */
export interface AgentUpdate extends SchemaUpdateAgentRequest {}

/** An agent after an update: the wire's `memberId`, and `id` with the same value. @see operation `updateAgent` */
export interface UpdatedAgent extends SchemaUpdatedAgent {
  id: string;
}

/** A kind of call. @see operation `listCategories` */
export interface Category extends SchemaCategory {}

/** A kind of call with its complete analysis configuration. @see operation `getCategory` */
export interface CategoryDetail extends SchemaCategoryDetail {}

/** An outcome that a category's analysis can determine. */
export interface PossibleOutcome extends SchemaPossibleOutcome {}

/** What asks for an upload grant. @see operation `createUploadUrl` */
export interface UploadUrlInput extends SchemaCreateUploadUrlRequest {}

/** Leave to upload one recording. @see operation `createUploadUrl` */
export interface UploadGrant extends SchemaUploadGrant {}

/** What creates a call; `date` also takes a `Date`, which is sent as an ISO-8601 date-time. @see operation `createCall` */
export interface CallInput extends Omit<SchemaCreateCallRequest, "date"> {
  date?: string | Date;
}

/** A call as just created. @see operation `createCall` */
export interface CreatedCall extends SchemaCreatedCall {}

/** The answer to one criterion of a section. */
export interface Criterion extends SchemaCriterion {}

/** The result of one section of an analysis. */
export interface Section extends SchemaSection {}

/** The output of an analysis. */
export interface Analysis extends SchemaAnalysis {}

/** What is known of a completed call. `Udfs` is your type of the user-defined fields; it is not checked. */
export interface CallMetadata<Udfs = UserDefinedFields> extends Omit<SchemaCallMetadata, "udfs"> {
  udfs: Udfs;
}

/** What is known of a call at any time: before completion any field may be null or absent. */
export interface CallMetadataSoFar<Udfs = UserDefinedFields> extends Omit<SchemaCallMetadataSoFar, "udfs"> {
  udfs?: Udfs | null;
}

/** A call's status and what is available of its analysis. @see operation `getCallAnalysis` */
export interface AnalysisSnapshot<Udfs = UserDefinedFields> extends Omit<SchemaAnalysisSnapshot, "metadata"> {
  metadata?: CallMetadataSoFar<Udfs> | null;
}

/** A call whose analysis is there. `isCompleted(snapshot)` narrows to it. */
export interface CompletedCall<Udfs = UserDefinedFields> {
  callId: string;
  status: CallStatus;
  analysis: Analysis;
  metadata: CallMetadata<Udfs>;
}

/** Somebody to add to a campaign, with any keys besides. @see operation `addProspect` */
export interface Prospect extends SchemaProspect {}

/** What the campaign interface answers. @see operation `addProspect` */
export interface ProspectResult extends SchemaProspectResult {}
