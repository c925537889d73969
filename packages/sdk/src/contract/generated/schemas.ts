// Generated from openapi/call-analysis.yaml by scripts/generate.ts. Never edited.

import * as z from "zod";

if (typeof z.looseObject !== "function") throw new Error("@call-analysis/sdk/schemas needs zod 4.");

/** A text, of which some values are known. */
const open = <Known extends string>(): z.ZodType<Known | (string & {})> => z.string();
/** Any value, but the key must be there: `z.unknown()` alone would let it be absent. */
const present = z.unknown().refine((value): boolean => value !== undefined, { error: "Required" });
const integer = z.number().refine(Number.isInteger, { error: "Invalid input: expected an integer" });

const Agent = z.looseObject({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string(),
  createdAt: z.string(),
});
const AgentListResponse = z.looseObject({
  data: z.array(Agent),
});
const CreateAgentRequest = z.looseObject({
  name: z.string(),
  email: z.string(),
});
const CreatedAgent = z.looseObject({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
});
const CreatedAgentResponse = z.looseObject({
  data: CreatedAgent,
});
const UpdateAgentRequest = z.looseObject({
  name: z.string().optional(),
  email: z.string().optional(),
});
const UpdatedAgent = z.looseObject({
  memberId: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string(),
});
const UpdatedAgentResponse = z.looseObject({
  data: UpdatedAgent,
});
const DeletedAgentResponse = z.looseObject({
  success: z.boolean(),
});
const CreateUploadUrlRequest = z.looseObject({
  filename: z.string(),
  contentType: z.string(),
});
const UploadGrant = z.looseObject({
  key: z.string(),
  presignedUrl: z.string(),
  publicUrl: z.string(),
});
const UploadGrantResponse = z.looseObject({
  data: UploadGrant,
});
const CallStatus = open<"processing" | "pending" | "completed">();
const UserDefinedFields = z.looseObject({});
const CreateCallRequest = z.looseObject({
  memberId: z.string(),
  categoryId: z.string(),
  audio_url: z.string(),
  udfs: UserDefinedFields.optional(),
  date: z.string().optional(),
});
const CreatedCall = z.looseObject({
  callId: z.string(),
  status: CallStatus,
});
const CreatedCallResponse = z.looseObject({
  data: CreatedCall,
});
const Criterion = z.looseObject({
  criteriaId: z.string(),
  question: z.string(),
  result: z.string(),
  rationale: z.string(),
});
const Section = z.looseObject({
  sectionId: z.string(),
  sectionName: z.string(),
  score: z.number(),
  totalScore: z.number(),
  criterias: z.array(Criterion),
});
const Analysis = z.looseObject({
  score: z.number(),
  outcomeLabel: z.string(),
  outcomeRationale: z.string(),
  callObservations: present,
  areasForImprovement: present,
  extractions: present,
  sections: z.array(Section),
});
const CallMetadata = z.looseObject({
  date: z.string(),
  duration: z.number(),
  summary: z.string(),
  audioUrl: z.string(),
  udfs: UserDefinedFields,
  createdAt: z.string(),
  updatedAt: z.string(),
});
const CallMetadataSoFar = z.looseObject({
  date: z.string().nullable().optional(),
  duration: z.number().nullable().optional(),
  summary: z.string().nullable().optional(),
  audioUrl: z.string().nullable().optional(),
  udfs: UserDefinedFields.nullable().optional(),
  createdAt: z.string().nullable().optional(),
  updatedAt: z.string().nullable().optional(),
});
const AnalysisSnapshot = z.looseObject({
  callId: z.string(),
  status: CallStatus,
  analysis: Analysis.nullable().optional(),
  metadata: CallMetadataSoFar.nullable().optional(),
});
const AnalysisSnapshotResponse = z.looseObject({
  data: AnalysisSnapshot,
});
const CompletedCall = z.looseObject({
  callId: z.string(),
  status: CallStatus,
  analysis: Analysis,
  metadata: CallMetadata,
});
const Category = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
const CategoryListResponse = z.looseObject({
  data: z.array(Category),
});
const PossibleOutcome = z.looseObject({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  isSuccess: z.boolean(),
  isNotApplicable: z.boolean(),
});
const CriterionDefinition = z.looseObject({
  id: z.string(),
  criteriaId: z.string(),
  question: z.string(),
});
const AnalysisPointer = z.looseObject({
  id: z.string(),
  sectionId: z.string(),
  sectionName: z.string(),
  criterias: z.array(CriterionDefinition),
});
const EnumOption = z.looseObject({
  value: z.string(),
  hint: z.string(),
});
const ExtractionField = z.looseObject({
  id: z.string(),
  fieldName: z.string(),
  displayName: z.string(),
  fieldType: z.string(),
  enumOptions: z.array(EnumOption),
  enumValues: z.array(z.string()),
  description: z.string(),
  required: z.boolean(),
});
const TargetingRule = z.looseObject({
  targetType: open<"section">(),
  targetId: z.string(),
  expression: present,
});
const TagTarget = z.looseObject({
  id: z.string(),
  slug: z.string(),
  displayName: z.string(),
});
const CategoryDetail = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  intendedPurpose: z.string(),
  additionalLLMContext: z.string(),
  possibleOutcomes: z.array(PossibleOutcome),
  analysisPointers: z.array(AnalysisPointer),
  extractionFields: z.array(ExtractionField),
  targetingRules: z.array(TargetingRule),
  tagTargets: z.array(TagTarget),
});
const CategoryDetailResponse = z.looseObject({
  data: CategoryDetail,
});
const Prospect = z.looseObject({
  name: z.string().optional(),
  phone: z.string().optional(),
});
const ProspectResult = z.looseObject({
  success: z.boolean(),
  message: z.string(),
  added_count: integer,
});
const ExternalError = z.unknown();
const SimpleError = z.looseObject({
  detail: z.string(),
});
const ValidationErrorItem = z.looseObject({
  type: z.string().optional(),
  loc: z.array(z.string()).optional(),
  msg: z.string().optional(),
  ctx: z.looseObject({}).optional(),
});
const ValidationError = z.looseObject({
  detail: z.array(ValidationErrorItem),
});
const CampaignError = z.union([SimpleError, ValidationError]);

export const schemas = {
  Agent,
  AgentListResponse,
  CreateAgentRequest,
  CreatedAgent,
  CreatedAgentResponse,
  UpdateAgentRequest,
  UpdatedAgent,
  UpdatedAgentResponse,
  DeletedAgentResponse,
  CreateUploadUrlRequest,
  UploadGrant,
  UploadGrantResponse,
  CallStatus,
  UserDefinedFields,
  CreateCallRequest,
  CreatedCall,
  CreatedCallResponse,
  Criterion,
  Section,
  Analysis,
  CallMetadata,
  CallMetadataSoFar,
  AnalysisSnapshot,
  AnalysisSnapshotResponse,
  CompletedCall,
  Category,
  CategoryListResponse,
  PossibleOutcome,
  CriterionDefinition,
  AnalysisPointer,
  EnumOption,
  ExtractionField,
  TargetingRule,
  TagTarget,
  CategoryDetail,
  CategoryDetailResponse,
  Prospect,
  ProspectResult,
  ExternalError,
  SimpleError,
  ValidationErrorItem,
  ValidationError,
  CampaignError,
};

export const responses = {
  listAgents: AgentListResponse,
  createAgent: CreatedAgentResponse,
  updateAgent: UpdatedAgentResponse,
  deleteAgent: DeletedAgentResponse,
  createUploadUrl: UploadGrantResponse,
  createCall: CreatedCallResponse,
  getCallAnalysis: AnalysisSnapshotResponse,
  listCategories: CategoryListResponse,
  getCategory: CategoryDetailResponse,
  addProspect: ProspectResult,
};
