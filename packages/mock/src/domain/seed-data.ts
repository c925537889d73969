/** Fills in the defaults of seed data. */
import { inUtc } from "../core/clock.js";
import { frozenCopy, isDeeplyFrozen } from "../core/frozen-copy.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import type { CallSeed, CategorySeed } from "../scenarios/seed-schema.js";

/** Derives the id of a part of a category. */
type DeriveId = (kind: string, ...place: (string | number)[]) => string;

/** The default fields of a category and its parts. */
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
  const sections = once(analysisPointers, deriveId("ptr", 0), () =>
    analysisPointers.map(({ criterias = [], sectionName, ...section }, index) => ({
      id: section.id ?? deriveId("ptr", index),
      sectionId: section.sectionId ?? deriveId("sec", index),
      sectionName,
      criterias: criterias.map(({ question, ...criterion }, at) => ({
        ...withoutUndefined(criterion),
        id: criterion.id ?? deriveId("def", index, at),
        criteriaId: criterion.criteriaId ?? deriveId("crit", index, at),
        question,
      })),
    })),
  );
  const always = sections.map(({ sectionId }) => ({ targetId: sectionId }));
  return {
    id,
    name,
    ...defaults.category,
    ...withoutUndefined(texts),
    createdAt: inUtc(createdAt),
    updatedAt: inUtc(updatedAt),
    possibleOutcomes: once(possibleOutcomes, deriveId("out", 0), () =>
      possibleOutcomes.map(({ label, ...outcome }, index) => ({
        ...defaults.outcome,
        ...withoutUndefined(outcome),
        id: outcome.id ?? deriveId("out", index),
        label,
      })),
    ),
    analysisPointers: sections,
    extractionFields: once(extractionFields, deriveId("ext", 0), () =>
      extractionFields.map(({ fieldName, enumOptions, enumValues, ...field }, index) => ({
        ...defaults.field,
        displayName: fieldName,
        ...withoutUndefined(field),
        id: field.id ?? deriveId("ext", index),
        fieldName,
        enumOptions: enumOptions ?? (enumValues ?? []).map((value) => ({ value, hint: "" })),
        enumValues: enumValues ?? (enumOptions ?? []).map(({ value }) => value),
      })),
    ),
    targetingRules: (targetingRules ?? always).map((rule) => ({ ...defaults.rule, ...withoutUndefined(rule) })),
    tagTargets: tagTargets.map((tag, index) => ({
      slug: slugOf(tag.displayName),
      ...withoutUndefined(tag),
      id: tag.id ?? deriveId("tag", index),
    })),
  };
}

/** The lists that were last made of frozen ones. A reset needs them again: a benchmark earned it. */
const lastLists = new WeakMap<object, { firstId: string; completed: unknown }>();

/** @param firstId differs with the category and the seed, as all ids do that are derived from them */
function once<Completed>(given: object, firstId: string, complete: () => Completed): Completed {
  const last = lastLists.get(given);
  // It was made by the same function.
  if (last?.firstId === firstId) return last.completed as Completed;
  const completed = frozenCopy(complete());
  if (isDeeplyFrozen(given)) lastLists.set(given, { firstId, completed });
  return completed;
}

/**
 * A call with its defaults filled in. A call with an analysis belongs by default to the first agent, and to the
 * category that has the analysis's sections. Its URL and its user-defined fields come from its metadata.
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
