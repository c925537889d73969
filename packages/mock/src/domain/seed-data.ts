/** The data that a service can be seeded with: by a seed file, by `service.seed()` and by `POST /__mock__/seed`. */
import type { Analysis, CallMetadata, CategoryDetail, components } from "@call-analysis/sdk";
import { inUtc } from "../core/clock.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type {
  CategoryReview,
  CriterionReview,
  Outcome,
  OutcomeReview,
  AnalysisPointer as Pointer,
  ReviewedCategory,
} from "../engine/configuration.js";

/** An agent. */
export interface AgentSeed {
  /** @default derived from the service's seed */
  id?: string | undefined;
  /** @default derived from the agent's id */
  userId?: string | undefined;
  name: string;
  email: string;
  /** @default an address below images.example.com */
  image?: string | undefined;
  /** In ISO 8601, with a zone. @default the service's time */
  createdAt?: string | undefined;
}

/** A row of which some fields have defaults. */
type WithDefaults<Row, Required extends keyof Row = never> = Pick<Row, Required> & {
  [Field in Exclude<keyof Row, Required>]?: Row[Field] | undefined;
};

type CreateCallRequest = components["schemas"]["CreateCallRequest"];
type Criterion = Pointer["criterias"][number];
type ExtractionField = CategoryDetail["extractionFields"][number];
type TargetingRule = CategoryDetail["targetingRules"][number];
type TagTarget = CategoryDetail["tagTargets"][number];

/** A criterion, and the texts of analyses about it, which no response with the category has. */
export interface CriterionSeed
  extends WithDefaults<Omit<Criterion, keyof CriterionReview>, "question">,
    CriterionReview {}

/** An outcome, what it implies, and the texts of analyses about it, which no response with the category has. */
export interface OutcomeSeed extends WithDefaults<Omit<Outcome, keyof OutcomeReview>, "label">, OutcomeReview {}

/** A section of a category. */
export interface SectionSeed extends WithDefaults<Omit<Pointer, "criterias">, "sectionName"> {
  criterias?: CriterionSeed[] | undefined;
}

/**
 * A category. Only its name is required: missing ids are derived from the service's seed, missing texts are empty,
 * missing lists have no rows, and a missing `isSuccess`, `isNotApplicable` or `required` is false.
 */
export interface CategorySeed
  extends WithDefaults<
      Omit<
        CategoryDetail,
        "possibleOutcomes" | "analysisPointers" | "extractionFields" | "targetingRules" | "tagTargets"
      >,
      "name"
    >,
    CategoryReview {
  possibleOutcomes?: OutcomeSeed[] | undefined;
  analysisPointers?: SectionSeed[] | undefined;
  extractionFields?: WithDefaults<ExtractionField, "fieldName">[] | undefined;
  /** @default one rule for each section, by which it always counts */
  targetingRules?: WithDefaults<TargetingRule, "targetId">[] | undefined;
  tagTargets?: WithDefaults<TagTarget, "displayName">[] | undefined;
}

/** A campaign. */
export interface CampaignSeed {
  /** @default derived from the service's seed */
  id?: string | undefined;
  name: string;
}

/**
 * A call whose analysis has ended: as the fake analyses it, or with its analysis, as `call-analysis calls get ID --json`
 * prints it. Without an analysis, `memberId`, `categoryId` and `audio_url` are required.
 */
export interface CallSeed extends Partial<Omit<CreateCallRequest, "udfs" | "date">> {
  /** @default `callId`, or derived from the service's seed */
  id?: string | undefined;
  callId?: string | undefined;
  status?: "completed" | undefined;
  udfs?: CreateCallRequest["udfs"] | undefined;
  date?: CreateCallRequest["date"] | undefined;
  /** Kept to the letter. @default analysed as any other call */
  analysis?: Analysis | undefined;
  /** Of a call that has an analysis, kept to the letter. */
  metadata?: Partial<CallMetadata> | undefined;
}

/** Rows to add to one organization. Ids that are given are kept. */
export interface SeedRows {
  agents?: AgentSeed[] | undefined;
  categories?: CategorySeed[] | undefined;
  campaigns?: CampaignSeed[] | undefined;
  /** Calls whose analysis has ended. */
  calls?: CallSeed[] | undefined;
}

/** Derives the id of a part of a category. */
type DeriveId = (kind: string, ...place: (string | number)[]) => string;

const outcomeDefaults = { description: "", isSuccess: false, isNotApplicable: false };

/** A category with its defaults filled in. */
export function completeCategory(
  { name, ...given }: CategorySeed,
  { id, now, deriveId }: { id: string; now: string; deriveId: DeriveId },
): ReviewedCategory {
  const { analysisPointers = [], possibleOutcomes = [], extractionFields = [], tagTargets = [] } = given;
  const sections = analysisPointers.map((section, index) => completeSection(section, index, deriveId));
  const always = sections.map(({ sectionId }) => ({ targetId: sectionId }));
  const { createdAt = now } = given;
  return {
    id,
    name,
    description: given.description ?? "",
    icon: given.icon ?? "",
    createdAt: inUtc(createdAt),
    updatedAt: inUtc(given.updatedAt ?? createdAt),
    intendedPurpose: given.intendedPurpose ?? "",
    additionalLLMContext: given.additionalLLMContext ?? "",
    possibleOutcomes: possibleOutcomes.map(({ label, ...outcome }, index) => ({
      id: outcome.id ?? deriveId("out", index),
      label,
      ...outcomeDefaults,
      ...givenOf(outcome),
    })),
    analysisPointers: sections,
    extractionFields: extractionFields.map((field, index) => completeField(field, deriveId("ext", index))),
    targetingRules: (given.targetingRules ?? always).map((rule: WithDefaults<TargetingRule, "targetId">) => ({
      targetType: rule.targetType ?? "section",
      targetId: rule.targetId,
      expression: rule.expression ?? null,
    })),
    tagTargets: tagTargets.map((tag, index) => ({
      id: tag.id ?? deriveId("tag", index),
      slug: tag.slug ?? slugOf(tag.displayName),
      displayName: tag.displayName,
    })),
    ...(given.observations && { observations: given.observations }),
  };
}

/**
 * A call with its defaults filled in. One that has its analysis is by default the first agent's, in the category that has
 * the analysis's sections; its address and its user-defined fields are those of its metadata.
 */
export function completeCall(
  { callId, status: _, ...call }: CallSeed,
  { members, categories }: { members: readonly string[]; categories: readonly ReviewedCategory[] },
): Omit<CallSeed, "callId" | "status"> {
  const { analysis, metadata = {} } = call;
  if (!analysis) return { id: callId, ...call };
  const { sections } = analysis;
  const sectionIds = Array.isArray(sections) ? sections.map((section) => Object(section).sectionId) : [];
  const isOwn = ({ analysisPointers }: ReviewedCategory) =>
    analysisPointers.some(({ sectionId }) => sectionIds.includes(sectionId));
  const category = categories.find(isOwn) ?? categories[0];
  const { audioUrl, udfs } = metadata;
  return {
    id: callId,
    memberId: members[0],
    categoryId: category?.id,
    audio_url: audioUrl,
    udfs: udfs ?? undefined,
    ...call,
  };
}

function completeSection(section: SectionSeed, index: number, deriveId: DeriveId): Pointer {
  const { id, sectionId, sectionName, criterias = [] } = section;
  return {
    id: id ?? deriveId("ptr", index),
    sectionId: sectionId ?? deriveId("sec", index),
    sectionName,
    criterias: criterias.map(({ question, ...criterion }, at) => ({
      id: criterion.id ?? deriveId("def", index, at),
      criteriaId: criterion.criteriaId ?? deriveId("crit", index, at),
      question,
      ...givenOf(criterion),
    })),
  };
}

/** The fields that are given. */
function givenOf<Row extends object>(row: Row): { [Name in keyof Row]: Exclude<Row[Name], undefined> } {
  // A field without a default may be missing, and is optional.
  return withoutUndefined(row) as { [Name in keyof Row]: Exclude<Row[Name], undefined> };
}

function completeField(field: WithDefaults<ExtractionField, "fieldName">, derivedId: string): ExtractionField {
  const { enumOptions, enumValues } = field;
  return {
    id: field.id ?? derivedId,
    fieldName: field.fieldName,
    displayName: field.displayName ?? field.fieldName,
    fieldType: field.fieldType ?? "string",
    enumOptions: enumOptions ?? (enumValues ?? []).map((value) => ({ value, hint: "" })),
    enumValues: enumValues ?? (enumOptions ?? []).map(({ value }) => value),
    description: field.description ?? "",
    required: field.required ?? false,
  };
}

function slugOf(displayName: string): string {
  return displayName
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
