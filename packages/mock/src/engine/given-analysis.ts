/**
 * The analysis of a call that is seeded with one: structure, scores, labels and results as they are given, also where they
 * do not add up. Its texts are written as those of any other call.
 */
import type { Analysis } from "@call-analysis/sdk";
import * as z from "zod";
import type { SimulatedAnalysis, SimulatedResult } from "./analysis.js";
import type { AnalysisOptions } from "./analysis-options.js";
import { withTimes } from "./answers.js";
import { clockTime } from "./call-time.js";
import type { AnalysisPointer, CriterionDefinition, ReviewedCategory } from "./configuration.js";
import { drawKeys } from "./draw-keys.js";
import type { CriterionFinding, SectionAnswers } from "./findings.js";
import { answerMeant } from "./results.js";
import { type ReviewTexts, writeReview } from "./review.js";
import { participantsOf } from "./text/participants.js";
import { quoted, sentence } from "./text/quotation.js";

type Given<Value> = Value | null | undefined;

/** A criterion. Without a question it has that of the category. */
export interface GivenCriterion {
  criteriaId?: Given<string>;
  question?: Given<string>;
  result?: Given<string>;
}

/** A section. Without a name it has that of the category. */
export interface GivenSection {
  sectionId?: Given<string>;
  sectionName?: Given<string>;
  score?: Given<number>;
  totalScore?: Given<number>;
  criterias?: Given<readonly GivenCriterion[]>;
}

/** An analysis as a service gave it, without its texts. What is missing is missing in responses too. */
export interface GivenAnalysis {
  score?: Given<number>;
  outcomeLabel?: Given<string>;
  sections?: Given<readonly GivenSection[]>;
}

/** Times of a call as a service gave them. What is missing is the fake's. */
export interface GivenMetadata {
  date?: Given<string>;
  duration?: Given<number>;
  createdAt?: Given<string>;
  updatedAt?: Given<string>;
}

/** What a call was seeded with. */
export interface GivenResult {
  analysis: GivenAnalysis;
  metadata: GivenMetadata;
}

const text = (description: string) => z.string().nullable().optional().describe(description);
const number = (description: string) => z.number().nullable().optional().describe(description);

const givenCriterion = z.strictObject({
  criteriaId: text("The id of a criterion."),
  question: text("By default the question of the category."),
  result: text("The answer, in any words."),
}) satisfies z.ZodType<GivenCriterion>;

const givenSection = z.strictObject({
  sectionId: text("The id of a section."),
  sectionName: text("By default the name in the category."),
  score: number("The points reached."),
  totalScore: number("The points possible."),
  criterias: z.array(givenCriterion).nullable().optional(),
}) satisfies z.ZodType<GivenSection>;

/** The shape of an analysis that a call is seeded with. */
export const givenAnalysisSchema = z.strictObject({
  score: number("The overall score, on any scale."),
  outcomeLabel: text("The label of an outcome, also of one that the category does not have."),
  sections: z.array(givenSection).nullable().optional(),
}) satisfies z.ZodType<GivenAnalysis>;

/** The shape of the times that a call is seeded with. */
export const givenMetadataSchema = z.strictObject({
  date: text("The date of the call, in any form."),
  duration: number("The length of the call, in the unit of your service."),
  createdAt: text("When the call was created."),
  updatedAt: text("When the call was changed."),
}) satisfies z.ZodType<GivenMetadata>;

/** The given analysis with texts. */
export function completeAnalysis(given: GivenAnalysis, input: AnalysisOptions): SimulatedAnalysis {
  const keys = drawKeys(input);
  const { category, durationSeconds, agentName } = input;
  const outcome = category.possibleOutcomes.find(({ label }) => label === given.outcomeLabel) ?? null;
  const sections = (given.sections ?? []).map((section) => sectionAnswers(section, input));
  const findings = withTimes({ outcome, sections }, { keys, durationSeconds });
  const participants = participantsOf(agentName, category);
  const options = { key: keys.call, category, participants, durationSeconds, extractions: {} };
  const review = writeReview(findings, options);
  const { outcomeRationale, summary } = review;
  const analysis = {
    ...given,
    outcomeRationale: outcome ? outcomeRationale : "",
    callObservations: null,
    areasForImprovement: null,
    extractions: null,
    ...(given.sections && {
      sections: given.sections.map((section, index) =>
        withTexts(section, findings.sections[index]?.criteria ?? [], { ...input, review }),
      ),
    }),
  };
  // As the service gave it: where it broke the contract, so does the fake.
  return { analysis: analysis as Analysis, summary };
}

/** The numbers and the outcome of a given analysis. */
export function resultGiven({ score, outcomeLabel, sections }: GivenAnalysis): SimulatedResult {
  const totalScore = (sections ?? []).reduce((sum, section) => sum + (section.totalScore ?? 0), 0);
  return { score: score ?? null, outcomeLabel: outcomeLabel ?? null, totalScore };
}

type ReadingOptions = Pick<AnalysisOptions, "category" | "policies">;

function sectionAnswers(section: GivenSection, { category, policies }: ReadingOptions): SectionAnswers {
  const pointer = pointerOf(section, category);
  const criteria = (section.criterias ?? []).map((criterion) => {
    const definition = definitionOf(criterion, pointer);
    // What nobody knows counts neither for nor against the section in its texts.
    const answer = answerMeant(criterion.result, definition.question, policies.criterionResults);
    return { definition, level: 0, ...(answer ?? { answer: "notApplicable" as const }) };
  });
  return { pointer, criteria };
}

function pointerOf({ sectionId, sectionName }: GivenSection, { analysisPointers }: ReviewedCategory): AnalysisPointer {
  const own = analysisPointers.find((pointer) => pointer.sectionId === sectionId);
  const name = sectionName ?? own?.sectionName ?? "";
  return own && own.sectionName === name
    ? own
    : { id: "", sectionId: sectionId ?? "", criterias: own?.criterias ?? [], sectionName: name };
}

/** A question that has changed since has none of the sentences for the present one. */
function definitionOf({ criteriaId, question }: GivenCriterion, { criterias }: AnalysisPointer): CriterionDefinition {
  const own = criterias.find((criterion) => criterion.criteriaId === criteriaId);
  const asked = question ?? own?.question ?? "";
  return own && own.question === asked ? own : { id: "", criteriaId: criteriaId ?? "", question: asked };
}

interface TextOptions extends ReadingOptions {
  review: ReviewTexts;
}

function withTexts(section: GivenSection, findings: readonly CriterionFinding[], options: TextOptions) {
  const own = options.category.analysisPointers.find(({ sectionId }) => sectionId === section.sectionId);
  return {
    ...(own && { sectionName: own.sectionName }),
    ...section,
    ...(section.criterias && {
      criterias: section.criterias.map((criterion, index) => criterionWithText(criterion, findings[index], options)),
    }),
  };
}

function criterionWithText(
  criterion: GivenCriterion,
  finding: CriterionFinding | undefined,
  { review, policies }: TextOptions,
) {
  if (!finding) return criterion;
  const { question } = finding.definition;
  const isKnown = answerMeant(criterion.result, question, policies.criterionResults) !== undefined;
  const rationale = isKnown ? review.rationales.get(finding) : neutralText(finding);
  return { ...(question !== "" && { question }), ...criterion, rationale: rationale ?? "" };
}

/** What can be said of a result whose meaning nobody knows. */
function neutralText({ definition: { question }, evidenceTimeSeconds }: CriterionFinding): string {
  if (question.trim() === "") return "";
  return sentence(`${quoted(question)} is answered at ${clockTime(evidenceTimeSeconds)}`);
}
