/**
 * Hand-written zod schemas, one for each schema of the contract, and the response validator made of them. They
 * have their own entry point (`@call-analysis/sdk/schemas`), so that the main entry has no zod inside.
 *
 * Unknown fields and unknown values of open enums are accepted. `format` is not checked, as in JSON Schema.
 */
import * as z from "zod";
import type { components } from "./generated/openapi.js";
import type { OperationId, ResponseValidator, ValidationIssue } from "./validator.js";

type ContractSchemas = components["schemas"];

const dataOf = <T extends z.ZodType>(data: T) => z.looseObject({ data });

const agent = z.looseObject({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string(),
  createdAt: z.string(),
});

const createAgentRequest = z.looseObject({ name: z.string(), email: z.string() });

const createdAgent = z.looseObject({ id: z.string(), userId: z.string(), name: z.string(), email: z.string() });

const updateAgentRequest = z.looseObject({ name: z.string().optional(), email: z.string().optional() });

const updatedAgent = z.looseObject({
  memberId: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string(),
});

const deletedAgentResponse = z.looseObject({ success: z.boolean() });

const createUploadUrlRequest = z.looseObject({ filename: z.string(), contentType: z.string() });

const uploadGrant = z.looseObject({ key: z.string(), presignedUrl: z.string(), publicUrl: z.string() });

const callStatus: z.ZodType<ContractSchemas["CallStatus"]> = z.string();

const userDefinedFields = z.looseObject({});

const createCallRequest = z.looseObject({
  memberId: z.string(),
  categoryId: z.string(),
  audio_url: z.string(),
  udfs: userDefinedFields.optional(),
  date: z.string().optional(),
});

const createdCall = z.looseObject({ callId: z.string(), status: callStatus });

const criterion = z.looseObject({
  criteriaId: z.string(),
  question: z.string(),
  result: z.string(),
  rationale: z.string(),
});

const section = z.looseObject({
  sectionId: z.string(),
  sectionName: z.string(),
  score: z.number(),
  totalScore: z.number(),
  criterias: z.array(criterion),
});

/** Any value, but the key must be there: `z.unknown()` alone would let it be absent. */
const present = z.unknown().refine((value): boolean => value !== undefined, { error: "Required" });

const analysis = z.looseObject({
  score: z.number(),
  outcomeLabel: z.string(),
  outcomeRationale: z.string(),
  callObservations: present,
  areasForImprovement: present,
  extractions: present,
  sections: z.array(section),
});

const callMetadata = z.looseObject({
  date: z.string(),
  duration: z.number(),
  summary: z.string(),
  audioUrl: z.string(),
  udfs: userDefinedFields,
  createdAt: z.string(),
  updatedAt: z.string(),
});

const callMetadataSoFar = z.looseObject({
  date: z.string().nullish(),
  duration: z.number().nullish(),
  summary: z.string().nullish(),
  audioUrl: z.string().nullish(),
  udfs: userDefinedFields.nullish(),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
});

const analysisSnapshot = z.looseObject({
  callId: z.string(),
  status: callStatus,
  analysis: analysis.nullish(),
  metadata: callMetadataSoFar.nullish(),
});

const completedCall = z.looseObject({ callId: z.string(), status: callStatus, analysis, metadata: callMetadata });

const category = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const possibleOutcome = z.looseObject({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  isSuccess: z.boolean(),
  isNotApplicable: z.boolean(),
});

const criterionDefinition = z.looseObject({ id: z.string(), criteriaId: z.string(), question: z.string() });

const analysisPointer = z.looseObject({
  id: z.string(),
  sectionId: z.string(),
  sectionName: z.string(),
  criterias: z.array(criterionDefinition),
});

const enumOption = z.looseObject({ value: z.string(), hint: z.string() });

const extractionField = z.looseObject({
  id: z.string(),
  fieldName: z.string(),
  displayName: z.string(),
  fieldType: z.string(),
  enumOptions: z.array(enumOption),
  enumValues: z.array(z.string()),
  description: z.string(),
  required: z.boolean(),
});

const targetType: z.ZodType<ContractSchemas["TargetingRule"]["targetType"]> = z.string();

const targetingRule = z.looseObject({ targetType, targetId: z.string(), expression: present });

const tagTarget = z.looseObject({ id: z.string(), slug: z.string(), displayName: z.string() });

const categoryDetail = z.looseObject({
  ...category.shape,
  intendedPurpose: z.string(),
  additionalLLMContext: z.string(),
  possibleOutcomes: z.array(possibleOutcome),
  analysisPointers: z.array(analysisPointer),
  extractionFields: z.array(extractionField),
  targetingRules: z.array(targetingRule),
  tagTargets: z.array(tagTarget),
});

const prospect = z.looseObject({ name: z.string().optional(), phone: z.string().optional() });

const integer = z.number().refine(Number.isInteger, { error: "Invalid input: expected an integer" });

const prospectResult = z.looseObject({ success: z.boolean(), message: z.string(), added_count: integer });

const simpleError = z.looseObject({ detail: z.string() });

const validationErrorItem = z.looseObject({
  type: z.string().optional(),
  loc: z.array(z.string()).optional(),
  msg: z.string().optional(),
  ctx: z.looseObject({}).optional(),
});

const validationError = z.looseObject({ detail: z.array(validationErrorItem) });

/** Every schema of the contract, by its name in the OpenAPI document. */
export const schemas = {
  Agent: agent,
  AgentListResponse: dataOf(z.array(agent)),
  CreateAgentRequest: createAgentRequest,
  CreatedAgent: createdAgent,
  CreatedAgentResponse: dataOf(createdAgent),
  UpdateAgentRequest: updateAgentRequest,
  UpdatedAgent: updatedAgent,
  UpdatedAgentResponse: dataOf(updatedAgent),
  DeletedAgentResponse: deletedAgentResponse,
  CreateUploadUrlRequest: createUploadUrlRequest,
  UploadGrant: uploadGrant,
  UploadGrantResponse: dataOf(uploadGrant),
  CallStatus: callStatus,
  UserDefinedFields: userDefinedFields,
  CreateCallRequest: createCallRequest,
  CreatedCall: createdCall,
  CreatedCallResponse: dataOf(createdCall),
  Criterion: criterion,
  Section: section,
  Analysis: analysis,
  CallMetadata: callMetadata,
  CallMetadataSoFar: callMetadataSoFar,
  AnalysisSnapshot: analysisSnapshot,
  AnalysisSnapshotResponse: dataOf(analysisSnapshot),
  CompletedCall: completedCall,
  Category: category,
  CategoryListResponse: dataOf(z.array(category)),
  PossibleOutcome: possibleOutcome,
  CriterionDefinition: criterionDefinition,
  AnalysisPointer: analysisPointer,
  EnumOption: enumOption,
  ExtractionField: extractionField,
  TargetingRule: targetingRule,
  TagTarget: tagTarget,
  CategoryDetail: categoryDetail,
  CategoryDetailResponse: dataOf(categoryDetail),
  Prospect: prospect,
  ProspectResult: prospectResult,
  ExternalError: z.unknown(),
  SimpleError: simpleError,
  ValidationErrorItem: validationErrorItem,
  ValidationError: validationError,
  CampaignError: z.union([simpleError, validationError]),
} satisfies { [Name in keyof ContractSchemas]: z.ZodType<ContractSchemas[Name]> };

const responses = {
  listAgents: schemas.AgentListResponse,
  createAgent: schemas.CreatedAgentResponse,
  updateAgent: schemas.UpdatedAgentResponse,
  deleteAgent: schemas.DeletedAgentResponse,
  createUploadUrl: schemas.UploadGrantResponse,
  createCall: schemas.CreatedCallResponse,
  getCallAnalysis: schemas.AnalysisSnapshotResponse,
  listCategories: schemas.CategoryListResponse,
  getCategory: schemas.CategoryDetailResponse,
  addProspect: schemas.ProspectResult,
} satisfies Record<OperationId, z.ZodType>;

/**
 * A response validator, for the client's `validate` option.
 *
 * @example
 * new CallAnalysis({ validate: { mode: "strict", validator: createValidator() } });
 */
export function createValidator(): ResponseValidator {
  return (operation, body) => responses[operation].safeParse(body).error?.issues.map(toIssue) ?? [];
}

function toIssue({ path, message }: z.core.$ZodIssue): ValidationIssue {
  return { path: path.map(String).join("."), message };
}
