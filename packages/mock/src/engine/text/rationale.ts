/**
 * Why criteria were answered as they were, as a reviewer writes it. A rationale quotes the question and says the
 * result and where to listen; it says nothing about the question's meaning, which may be in any language.
 */
import type { PossibleOutcome } from "@call-analysis/sdk";
import { type Random, seededRandom } from "../../core/random.js";
import { clockTime } from "../call-time.js";
import { constraintOf } from "../consistency.js";
import type { Answer, CriterionFinding, Findings } from "../findings.js";
import { scaleOf } from "../question.js";
import { resultOf } from "../results.js";
import { quoted, sentence } from "./quotation.js";
import type { TextOptions } from "./text-options.js";
import { isAbout, namedValue } from "./values.js";

/** The share of rationales that say more than the result and the place. */
const remarkShare = 0.45;

/** The rationale of each criterion of a call. No two are the same, and no remark is made twice. */
export function rationalesOf(findings: Findings, options: TextOptions): ReadonlyMap<CriterionFinding, string> {
  const remarkOn = remarksFor(options);
  const used = new Set<string>();
  const rationales = new Map<CriterionFinding, string>();
  for (const { pointer, criteria } of findings.sections) {
    for (const criterion of criteria) {
      const random = seededRandom(options.key, "rationale", pointer.sectionId, criterion.definition.criteriaId);
      const reasons = random.shuffle(reasonsFor(criterion, findings, options));
      const remark = remarkOn(criterion, random);
      // Only questions that are the same to the letter, at the same second, use up all the reasons.
      const reason = reasons.find((text) => !used.has(text)) ?? `Criterion ${rationales.size + 1}: ${reasons[0]}`;
      used.add(reason);
      rationales.set(criterion, remark === "" ? reason : `${reason} ${remark}`);
    }
  }
  return rationales;
}

/** The first sentence of a rationale, in different words. */
function reasonsFor(criterion: CriterionFinding, { outcome }: Findings, options: TextOptions): string[] {
  const { agentName, counterpart } = options.participants;
  const question = quoted(criterion.definition.question);
  const result = resultOf(criterion, options.results);
  const time = clockTime(criterion.evidenceTimeSeconds);
  if (criterion.answer === "notApplicable") return notApplicable(criterion, outcome, options).map(sentence);
  const scale = scaleOf(criterion.definition.question);
  const verdict = scale ? `${result} on the scale of ${scale.least} to ${scale.most}` : result;
  return [
    `${verdict}, judging by ${agentName} at ${time}: ${question}`,
    `${verdict}: at ${time} the conversation with the ${counterpart} settles ${question}`,
    `From what ${agentName} and the ${counterpart} say at ${time}, the answer to ${question} is “${result}”`,
    `${question} – ${verdict}, as the passage with ${agentName} at ${time} shows`,
  ].map(sentence);
}

function notApplicable(
  { definition }: CriterionFinding,
  outcome: PossibleOutcome | null,
  { participants, results, category: { possibleOutcomes } }: TextOptions,
): string[] {
  const { agentName, counterpart } = participants;
  const question = quoted(definition.question);
  const result = results.notApplicable;
  const constraint = constraintOf(definition.question, { outcome, possibleOutcomes });
  const isByOutcome = outcome?.isNotApplicable || constraint === "notApplicable";
  if (outcome && isByOutcome) {
    return [
      `${result}, given the outcome ${quoted(outcome.label)}: ${question}`,
      `${result} to a call that ended as ${quoted(outcome.label)}: ${question}`,
      `${result}: with the outcome ${quoted(outcome.label)}, nothing was judged under ${question}`,
    ];
  }
  return [
    `${result}: the call of ${agentName} and the ${counterpart} gave no occasion for ${question}`,
    `${result} to what ${agentName} and the ${counterpart} spoke about: ${question}`,
  ];
}

/**
 * A function that says what goes with an answer: the value that the question is about, or one of the remarks, each
 * only once; else nothing.
 */
function remarksFor({ key, category, extractions, participants }: TextOptions) {
  const fields = [...category.extractionFields];
  const draws = seededRandom(key, "remarks");
  const left = {
    met: draws.shuffle(remarks.met),
    partly: draws.shuffle(remarks.partly),
    missed: draws.shuffle(remarks.missed),
    notApplicable: [],
  };
  return ({ answer, definition }: CriterionFinding, random: Random): string => {
    const isRemarked = random.chance(remarkShare);
    if (answer === "met" || answer === "partly") {
      const index = fields.findIndex((field) => isAbout(definition.question, field));
      const [field] = index < 0 ? [] : fields.splice(index, 1);
      const value = field && namedValue(field, extractions[field.fieldName]);
      if (value) return `The analysis notes “${value}”.`;
    }
    const remark: string | undefined = isRemarked && !scaleOf(definition.question) ? left[answer].pop() : undefined;
    // Functions, because a name may contain "$".
    return (remark ?? "")
      .replace("{agent}", () => participants.agentName)
      .replace("{counterpart}", () => participants.counterpart);
  };
}

/** What a reviewer adds. It fits whatever was asked, also when something was to be avoided. */
const remarks: Record<Exclude<Answer, "notApplicable">, readonly string[]> = {
  met: [
    "The {counterpart}'s reply bears it out.",
    "Nothing later in the call takes it back.",
    "It holds on a second listening.",
    "There is little to add.",
    "Colleagues could learn from this passage.",
    "The recording leaves no room for doubt.",
    "With {agent}, this seems to come without effort.",
  ],
  partly: [
    "One part of it is there, and another is missing.",
    "The rest of the call adds nothing to it.",
    "A stricter reviewer would have said less.",
    "It is a beginning, and it stays one.",
    "The {counterpart} does not come back to it.",
  ],
  missed: [
    "Nothing later in the call makes up for it.",
    "No other passage says otherwise.",
    "It is worth talking over with {agent}.",
    "A second listening does not change that.",
    "The {counterpart} does not remark on it.",
    "It should be part of the next coaching.",
  ],
};
