/** Writes a drawn call as an analysis, with the category's own texts, or else with neutral ones. */
import type { Section } from "@call-analysis/sdk";
import type { AnalysisOptions } from "./analysis-options.js";
import { callDateMs, clockTime, durationText } from "./call-time.js";
import { drawKeys } from "./draw-keys.js";
import type { Drawn, DrawnCriterion, DrawnSection } from "./drawn.js";
import { extract } from "./extractions.js";
import { type Moment, momentsOf } from "./moments.js";
import neutralTexts from "./neutral-texts.json";
import type { WrittenAnalysis } from "./overlay.js";
import { answerOf, type Points, resultText, sectionPoints, sum } from "./score.js";
import { participantWords, TextWriter, type Words } from "./texts.js";

/** The maximum number of observations, and of areas for improvement. */
const maxFindings = 3;

/** Writes the analysis of a drawn call. */
export function write(drawn: Drawn, options: AnalysisOptions): WrittenAnalysis {
  const { category, policies, agentName, durationSeconds, createdAt } = options;
  const { call: key } = drawKeys(options);
  const { outcome } = drawn;
  const hasValues = policies.undocumentedFields === "values";
  const moments = momentsOf(drawn, { key, durationSeconds });
  const extractions = extract(drawn, { key, category, callDateMs: callDateMs(createdAt), durationSeconds });
  const words = {
    ...participantWords(agentName, category),
    ...courseWords(drawn, durationSeconds),
    ...timeWords(moments.outcome),
  };
  const writer = new TextWriter({ key, words, extractions });
  const sections = drawn.sections.map((section): Section => {
    const { sectionId, sectionName } = section.pointer;
    const criterias = section.criteria.map((criterion) => {
      const { criteriaId, question } = criterion.definition;
      const result = resultText(criterion, policies.criterionResults);
      const place = { ...timeWords(moments.of.get(criterion)), result };
      return { criteriaId, question, result, rationale: rationaleOf(criterion, writer, [sectionId, place]) };
    });
    return { sectionId, sectionName, ...sectionPoints(section), criterias };
  });
  const neutral = outcome?.isNotApplicable ? neutralTexts.notAssessed : neutralTexts.assessed;
  const outcomeRationale =
    writer.write(outcome?.rationale, ["outcome"]) ??
    writer.write(neutral.rationale, ["outcome"]) ??
    "No outcome is configured for this category, so none was determined.";
  const summary = writer.write(outcome?.summary, ["summary"]) ?? neutralSummary(neutral.summary, writer);
  const isAssessed = drawn.sections.some((section) => sectionPoints(section).totalScore > 0);
  const observations = isAssessed ? observationsOf(category.observations, writer) : [];
  const analysis = {
    outcomeLabel: outcome?.label ?? "",
    outcomeRationale,
    callObservations: hasValues ? observations : null,
    areasForImprovement: hasValues ? areasOf(drawn, writer, moments.of) : null,
    extractions: hasValues ? extractions : null,
    sections,
  };
  return { analysis, summary };
}

function rationaleOf(
  criterion: DrawnCriterion,
  writer: TextWriter,
  [sectionId, words]: readonly [string, Words],
): string {
  const { criteriaId, rationales, answers } = criterion.definition;
  const answer = answerOf(criterion);
  const name = ["rationale", sectionId, criteriaId];
  const own = answer === "notApplicable" ? undefined : rationales?.[answer];
  // Nothing says whether one of the criterion's own answers is good.
  const neutral = neutralTexts[answers && answer !== "notApplicable" ? "answered" : answer];
  return writer.write(own, name, words) ?? writer.write(neutral, name, words) ?? "";
}

/** One or two sentences from each list, in their order. */
function neutralSummary(parts: readonly (readonly string[])[], writer: TextWriter): string {
  return parts.flatMap((texts, index) => writer.write(texts, ["summary", String(index)]) ?? []).join(" ");
}

function observationsOf(own: readonly string[] | undefined, writer: TextWriter): string[] {
  const texts = own ?? neutralTexts.observations;
  const count = Math.min(maxFindings - 1, texts.length);
  return Array.from({ length: count }, (_, index) => writer.write(texts, ["observation", String(index)]) ?? []).flat();
}

/** The sections that lost points, the weakest first, with the moments at which they lost them. */
function areasOf({ sections }: Drawn, writer: TextWriter, moments: ReadonlyMap<DrawnCriterion, Moment>): string[] {
  const weak = sections
    .filter((section) => isGraded(section) && shareOf(section) < 1)
    .toSorted((one, other) => shareOf(one) - shareOf(other));
  return weak.slice(0, maxFindings).flatMap((section) => {
    const { sectionId, sectionName } = section.pointer;
    const lost = section.criteria.filter(({ points }) => points !== null && points < 1);
    const [first, second] = lost.toSorted((one, other) => (one.points ?? 0) - (other.points ?? 0));
    const times = [first, second].flatMap((each) => timeWords(each && moments.get(each)).time ?? []);
    const words = {
      section: sectionName,
      points: pointsText(sectionPoints(section)),
      times: [...new Set(times.toSorted())].join(" and "),
    };
    return writer.write(neutralTexts.areas, ["area", sectionId], words) ?? [];
  });
}

/** The share of its points that a section reached. NaN if no criterion applies. */
function shareOf(section: DrawnSection): number {
  const { score, totalScore } = sectionPoints(section);
  return score / totalScore;
}

/** Whether a section's points can be judged: some criteria apply, and none has its own answers. */
function isGraded({ criteria }: DrawnSection): boolean {
  const applicable = criteria.filter(({ points }) => points !== null);
  return applicable.length > 0 && applicable.every(({ definition }) => definition.answers === undefined);
}

/** Texts about the call as a whole. */
function courseWords({ outcome, sections }: Drawn, durationSeconds: number): Words {
  const ranked = sections
    .filter((section) => isGraded(section) && section.pointer.sectionName.trim() !== "")
    .toSorted((one, other) => shareOf(other) - shareOf(one));
  const [best, worst] = [ranked[0], ranked.at(-1)];
  const isRanked = best && worst && shareOf(best) > shareOf(worst);
  const points = sections.map(sectionPoints);
  const total = sum(points.map(({ totalScore }) => totalScore));
  return {
    duration: durationText(durationSeconds),
    end: clockTime(durationSeconds),
    label: outcome?.label.trim(),
    ...(total > 0 && { points: pointsText({ score: sum(points.map(({ score }) => score)), totalScore: total }) }),
    ...(isRanked && {
      best: best.pointer.sectionName,
      bestPoints: pointsText(sectionPoints(best)),
      worst: worst.pointer.sectionName,
      worstPoints: pointsText(sectionPoints(worst)),
    }),
  };
}

function pointsText({ score, totalScore }: Points): string {
  return `${Math.round(100 * score) / 100} of ${totalScore}`;
}

function timeWords(moment: Moment | undefined): Words {
  if (!moment) return {};
  const [time, next] = [clockTime(moment.seconds), clockTime(moment.nextSeconds)];
  // In a short call both may be one second, of which no text can say that it lasted.
  return { time, ...(next !== time && { next }) };
}
