/** The data that a service can be seeded with: by a seed file, by `service.seed()` and by `POST /__mock__/seed`. */
import type { Agent, Analysis, CallMetadata, CategoryDetail, components } from "@call-analysis/sdk";
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

/** A row of which some fields have defaults. */
type WithDefaults<Row, Required extends keyof Row = never> = Pick<Row, Required> & {
  [Field in Exclude<keyof Row, Required>]?: Row[Field] | undefined;
};

/**
 * An agent. A missing id is derived from the service's seed, `userId` and `image` from the id; `createdAt` is by default the
 * service's time.
 */
export type AgentSeed = WithDefaults<Agent, "name" | "email">;

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

/** What a category has where nothing is given, and its parts. */
const defaults = {
  category: { description: "", icon: "", intendedPurpose: "", additionalLLMContext: "" },
  outcome: { description: "", isSuccess: false, isNotApplicable: false },
  field: { fieldType: "string", description: "", required: false },
  rule: { targetType: "section", expression: null },
};

/** A category with its defaults filled in. */
export function completeCategory(
  {
    name,
    possibleOutcomes = [],
    analysisPointers = [],
    extractionFields = [],
    tagTargets = [],
    ...given
  }: CategorySeed,
  { id, now, deriveId }: { id: string; now: string; deriveId: DeriveId },
): ReviewedCategory {
  const { createdAt = now, updatedAt = createdAt, targetingRules, ...texts } = given;
  const sections = analysisPointers.map(({ criterias = [], sectionName, ...section }, index) => ({
    id: section.id ?? deriveId("ptr", index),
    sectionId: section.sectionId ?? deriveId("sec", index),
    sectionName,
    criterias: criterias.map(({ question, ...criterion }, at) => ({
      ...withoutUndefined(criterion),
      id: criterion.id ?? deriveId("def", index, at),
      criteriaId: criterion.criteriaId ?? deriveId("crit", index, at),
      question,
    })),
  }));
  const always = sections.map(({ sectionId }) => ({ targetId: sectionId }));
  return {
    id,
    name,
    ...defaults.category,
    ...withoutUndefined(texts),
    createdAt: inUtc(createdAt),
    updatedAt: inUtc(updatedAt),
    possibleOutcomes: possibleOutcomes.map(({ label, ...outcome }, index) => ({
      ...defaults.outcome,
      ...withoutUndefined(outcome),
      id: outcome.id ?? deriveId("out", index),
      label,
    })),
    analysisPointers: sections,
    extractionFields: extractionFields.map(({ fieldName, enumOptions, enumValues, ...field }, index) => ({
      ...defaults.field,
      displayName: fieldName,
      ...withoutUndefined(field),
      id: field.id ?? deriveId("ext", index),
      fieldName,
      enumOptions: enumOptions ?? (enumValues ?? []).map((value) => ({ value, hint: "" })),
      enumValues: enumValues ?? (enumOptions ?? []).map(({ value }) => value),
    })),
    targetingRules: (targetingRules ?? always).map((rule) => ({ ...defaults.rule, ...withoutUndefined(rule) })),
    tagTargets: tagTargets.map((tag, index) => ({
      slug: slugOf(tag.displayName),
      ...withoutUndefined(tag),
      id: tag.id ?? deriveId("tag", index),
    })),
  };
}

/**
 * A call with its defaults filled in. One that has its analysis is by default the first agent's, in the category that has
 * the analysis's sections; its address and its user-defined fields are those of its metadata.
 */
export function completeCall<Seed extends CallSeed>(
  { callId: _, status: _1, ...call }: Seed,
  { members, categories }: { members: readonly { id: string }[]; categories: readonly ReviewedCategory[] },
) {
  const { analysis, metadata } = call;
  if (!analysis) return call;
  const { sections } = analysis;
  const sectionIds = Array.isArray(sections) ? sections.map((section) => Object(section).sectionId) : [];
  const isOwn = ({ analysisPointers }: ReviewedCategory) =>
    analysisPointers.some(({ sectionId }) => sectionIds.includes(sectionId));
  const category = categories.find(isOwn) ?? categories[0];
  const { audioUrl, udfs } = metadata ?? {};
  return { memberId: members[0]?.id, categoryId: category?.id, audio_url: audioUrl, udfs: udfs ?? undefined, ...call };
}

function slugOf(displayName: string): string {
  return displayName
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
