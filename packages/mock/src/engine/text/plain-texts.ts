/**
 * The texts of reviews in categories that have no sentences. They quote questions, in whatever language they
 * are, and say nothing about their meaning; some questions of English become statements.
 */
import type { Random } from "../../core/random.js";
import { clockTime, durationText } from "../call-time.js";
import type { Outcome } from "../configuration.js";
import type { CriterionFinding, Findings, SectionFinding } from "../findings.js";
import { numberIn } from "../results.js";
import { sectionPoints } from "../score.js";
import type { ReviewOptions } from "../sentences.js";
import { canBeAdvised, canBeDenied, deedOf } from "./english-statement.js";
import type { Participants } from "./participants.js";
import { quoted, sentence } from "./quotation.js";
import { namedValue } from "./values.js";

/** The most values that a summary repeats. */
const maxValues = 3;

/** The rationale of a criterion in different words, first choice first. */
export function plainRationales(
  criterion: CriterionFinding,
  participants: Participants,
  random: Random,
): [string, ...string[]] {
  const variants = variantsOf(criterion, participants).map(sentence);
  const [first = "", ...others] = random.shuffle(variants);
  return [first, ...others];
}

function variantsOf(criterion: CriterionFinding, { agentName }: Participants): string[] {
  const { definition, answer, evidenceTimeSeconds } = criterion;
  const question = quoted(definition.question);
  const time = clockTime(evidenceTimeSeconds);
  const number = numberIn(criterion);
  if (number !== undefined) {
    return [
      `The answer is ${number}, judging by the call up to ${time}: ${question}`,
      `${number} is what the call up to ${time} comes to: ${question}`,
    ];
  }
  if (answer === "notApplicable") {
    return [`This call gave no occasion for ${question}`, `Nothing was said that would answer ${question}`];
  }
  const deed = answer === "partly" ? null : deedOf(definition.question);
  if (deed !== null && (answer === "met" || canBeDenied(deed)))
    return statements(deed, { agentName, time, isDone: answer === "met" });
  const degree = answer === "partly" ? "only in part " : "";
  return [
    `What was said at ${time} is ${degree}the answer to ${question}`,
    `The passage at ${time} ${degree}settles ${question}`,
    `${question} is ${degree}answered at ${time}`,
  ];
}

function statements(deed: string, { agentName, time, isDone }: { agentName: string; time: string; isDone: boolean }) {
  if (isDone) return [`At ${time} ${agentName} did ${deed}`, `${agentName} did ${deed}; the moment is ${time}`];
  return [
    `${agentName} did not ${deed}; the call moved on at ${time}`,
    `${agentName} did not ${deed}, neither by ${time} nor later`,
  ];
}

/** What to do about a criterion that was missed or partly met. */
export function plainAdvice({ definition, answer, evidenceTimeSeconds }: CriterionFinding): string {
  const time = clockTime(evidenceTimeSeconds);
  const deed = deedOf(definition.question);
  if (deed !== null && canBeAdvised(deed) && answer === "missed")
    return sentence(`next time, ${deed}; ${time} was the moment for it`);
  const question = quoted(definition.question);
  return sentence(
    answer === "partly"
      ? `go further than at ${time} on ${question}`
      : `listen to ${time} again with ${question} in mind`,
  );
}

/** When the outcome was clear, and what the category says of it. */
export function plainOutcomeRationale(outcome: Outcome | null, seconds: number): string {
  if (outcome === null) return "The category has no outcomes to choose from, so none was determined.";
  const description = outcome.description.trim();
  const meaning = description === "" ? "" : ` The category says of it: ${sentence(quoted(description))}`;
  return `By ${clockTime(seconds)} it was clear that the call would end as ${sentence(quoted(outcome.label))}${meaning}`;
}

/** Who spoke for how long, how it ended, what was noted, and which sections went best and worst. */
export function plainSummary(findings: Findings, options: ReviewOptions): string {
  const { fullName, counterpart } = options.participants;
  const label = findings.outcome?.label.trim() ?? "";
  const ranked = rankedSections(findings.sections);
  return [
    `${fullName} spoke with the ${counterpart} for ${durationText(options.durationSeconds)}`,
    label === "" ? "" : `The call ended as ${quoted(label)}`,
    findings.outcome?.isNotApplicable ? "" : notedValues(options),
    ranked ? `${quoted(ranked.best)} went best, ${quoted(ranked.worst)} worst` : "",
  ]
    .filter((text) => text !== "")
    .map(sentence)
    .join(" ");
}

/** Which sections were the strongest and the weakest. */
export function plainObservations(sections: readonly SectionFinding[]): string[] {
  const isAnyAssessed = sections.some((section) => sectionPoints(section).totalScore > 0);
  if (!isAnyAssessed) return ["There is nothing to coach from in this call."];
  const ranked = rankedSections(sections);
  if (!ranked) return [];
  return [`${quoted(ranked.best)} was the strongest part of the call, and ${quoted(ranked.worst)} the weakest.`];
}

function notedValues({ category, extractions }: ReviewOptions): string {
  const known = category.extractionFields
    .map((field) => namedValue(field, extractions[field.fieldName]))
    .filter((value) => value !== null);
  return known.length === 0 ? "" : `Noted: ${known.slice(0, maxValues).join("; ")}`;
}

/** The names of the sections that went best and worst; null when none went better than the others. */
function rankedSections(sections: readonly SectionFinding[]): { best: string; worst: string } | null {
  const ranked = sections
    .map((section) => ({ name: section.pointer.sectionName, ...sectionPoints(section) }))
    .filter(({ name, totalScore }) => name.trim() !== "" && totalScore > 0)
    .sort((one, other) => other.score / other.totalScore - one.score / one.totalScore);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (!best || !worst || best.score * worst.totalScore === worst.score * best.totalScore) return null;
  return { best: best.name, worst: worst.name };
}
