/** Why a criterion was answered as it was, as a reviewer writes it. */
import { type Random, seededRandom } from "../../core/random.js";
import { clockTime } from "../call-time.js";
import type { CriterionFinding } from "../findings.js";
import type { Participants } from "./participants.js";
import { isAboutAvoiding, isConditional, readQuestion } from "./question.js";
import { affirm, deny, isLasting, type Statement, sentence } from "./statement.js";
import { topicOf } from "./topics.js";

/** What a rationale is written from. */
export interface RationaleOptions {
  /** The call's key. */
  key: string;
  sectionId: string;
  participants: Participants;
}

/** The rationale of one answer. It says the same as the answer, and names a time in the call. */
export function rationaleOf(criterion: CriterionFinding, { key, sectionId, participants }: RationaleOptions): string {
  const { criteriaId, question } = criterion.definition;
  const random = seededRandom(key, "rationale", sectionId, criteriaId);
  if (criterion.answer === "notApplicable") return notApplicableReason(question, random);
  const finding = findingOf(criterion, participants, random);
  return [finding, remarkOn(criterion, participants, random)].filter((text) => text !== "").join(" ");
}

function notApplicableReason(question: string, random: Random): string {
  if (isConditional(question)) {
    return random.pick([
      "Nothing in the call gave occasion for it.",
      "The situation that the question asks about did not come up.",
    ]);
  }
  return random.pick([
    "Not assessed: the call was not of the kind that this category is for.",
    "Not assessed, because the call ended before its purpose could be dealt with.",
  ]);
}

function findingOf(
  { definition, answer, evidenceTimeSeconds }: CriterionFinding,
  { agentName }: Participants,
  random: Random,
): string {
  const statement = readQuestion(definition.question);
  const time = clockTime(evidenceTimeSeconds);
  const wording = { agentName, time, random };
  if (answer === "met") return sentence(whenMet(statement, wording));
  return sentence(answer === "partly" ? whenPartlyMet(statement, wording) : whenMissed(statement, wording));
}

interface Wording {
  agentName: string;
  time: string;
  random: Random;
}

function whenMet(statement: Statement, { agentName, time, random }: Wording): string {
  const fact = affirm(statement, agentName);
  if (isLasting(statement)) {
    return random.pick([
      `throughout the call ${fact}; ${time} shows it well`,
      `at ${time}, as in the rest of the call, ${fact}`,
    ]);
  }
  if (statement.kind === "unread") {
    return random.pick([`${fact}: the passage at ${time} shows it`, `at ${time} the call shows that ${fact}`]);
  }
  return random.pick([`at ${time} ${fact}`, `${fact} (${time})`]);
}

function whenPartlyMet(statement: Statement, { agentName, time, random }: Wording): string {
  const fact = affirm(statement, agentName);
  if (isLasting(statement)) return `for most of the call ${fact}, but around ${time} this slipped`;
  if (statement.kind === "unread") return `${fact} in part: ${time} shows an attempt, but not all that is asked for`;
  return random.pick([
    `in part: at ${time} ${fact}, but not completely`,
    `${fact}, though only in part (${time})`,
    `a start was made at ${time}: ${fact}, but it stayed incomplete`,
  ]);
}

function whenMissed(statement: Statement, { agentName, time, random }: Wording): string {
  const fact = deny(statement, agentName);
  if (isLasting(statement)) return `${fact}; ${time} is the clearest example`;
  if (statement.kind === "unread") {
    return `${fact}: nothing in the call shows it, though there was room for it around ${time}`;
  }
  return random.pick([
    fact,
    `${fact}; the place for it would have been around ${time}`,
    `there was room for it around ${time}, but ${fact}`,
    `nowhere in the recording can it be heard that ${affirm(statement, agentName)}`,
  ]);
}

/** What goes with the subject of the question. Remarks praise an action, so they do not fit where one is to be avoided. */
function remarkOn({ definition, answer }: CriterionFinding, { counterpart }: Participants, random: Random): string {
  const topic = isAboutAvoiding(definition.question) ? null : topicOf(definition.question);
  if (topic === null || answer === "notApplicable") return "";
  return random.pick(topic[answer]).replaceAll("customer", counterpart);
}
