/** The summary of a call. @see section 2, "Call analysis", `metadata.summary`, of the specification */
import type { CategoryDetail } from "@call-analysis/sdk";
import { seededRandom } from "../../core/random.js";
import { durationText } from "../call-time.js";
import type { Extractions } from "../extractions.js";
import type { FieldValue } from "../fields/field-value.js";
import type { Answer, Findings } from "../findings.js";
import type { Participants } from "./participants.js";
import { readQuestion } from "./question.js";
import { agentSubject, agentsOmission, agentsPastAction, type Statement, sentence } from "./statement.js";

/** What a summary is written from. */
export interface SummaryOptions {
  /** The call's key. */
  key: string;
  /** The agent's full name. */
  agentName: string;
  participants: Participants;
  category: CategoryDetail;
  durationSeconds: number;
  extractions: Extractions;
}

/** The most facts that a summary repeats. */
const maxFacts = 3;

/** A call in a few sentences: who spoke for how long, what was done and left out, what was learnt, how it ended. */
export function summaryOf(findings: Findings, options: SummaryOptions): string {
  const parts = findings.outcome?.isNotApplicable
    ? [unassessed(options), ending(findings)]
    : [opening(options), strengths(findings, options), gaps(findings, options), facts(options), ending(findings)];
  return parts.filter((part) => part !== "").join(" ");
}

function unassessed({ agentName, durationSeconds }: SummaryOptions): string {
  return `A call of ${durationText(durationSeconds)}, handled by ${fullName(agentName)}, that was not assessed.`;
}

function opening({ key, agentName, participants, category, durationSeconds }: SummaryOptions): string {
  const length = durationText(durationSeconds);
  const who = fullName(agentName);
  const openings = [
    `${who} spoke with the ${participants.counterpart} for ${length}`,
    `A conversation of ${length} between ${who} and the ${participants.counterpart}`,
    `${category.name}: a call of ${length}, handled by ${who}`,
  ];
  return sentence(seededRandom(key, "summary").pick(openings));
}

function fullName(agentName: string): string {
  return agentName.trim() === "" ? agentSubject : agentName.trim();
}

function strengths(findings: Findings, { key, participants }: SummaryOptions): string {
  const [first, second] = chosen(phrases(findings, "met", agentsPastAction), `${key} met`);
  if (first === undefined) return "";
  return sentence(
    second === undefined ? `${participants.agentName} ${first}` : `${participants.agentName} ${first}, and ${second}`,
  );
}

function gaps(findings: Findings, { key, participants }: SummaryOptions): string {
  const [first, second] = chosen(phrases(findings, "missed", agentsOmission), `${key} missed`);
  if (first === undefined) return "";
  const start = seededRandom(key, "gaps").pick(["On the other hand, ", ""]);
  return sentence(`${start}${participants.agentName} did not ${first}${second === undefined ? "" : `, nor ${second}`}`);
}

type Phrasing = (statement: Statement) => string | null;

function phrases({ sections }: Findings, wanted: Answer, phrasing: Phrasing): string[] {
  return sections
    .flatMap(({ criteria }) => criteria)
    .filter(({ answer }) => answer === wanted)
    .map(({ definition }) => phrasing(readQuestion(definition.question)))
    .filter((phrase) => phrase !== null);
}

/** Two of the phrases, in the order of the call. */
function chosen(all: readonly string[], key: string): string[] {
  const two = new Set(seededRandom(key).shuffle(all).slice(0, 2));
  return [...new Set(all)].filter((phrase) => two.has(phrase));
}

function facts({ category, extractions }: SummaryOptions): string {
  const known = category.extractionFields.flatMap(({ fieldName, displayName }) => {
    const text = textOf(extractions[fieldName] ?? null);
    return text === "" ? [] : [`${withSmallInitial(displayName)} ${text}`];
  });
  return known.length === 0 ? "" : sentence(`noted: ${known.slice(0, maxFacts).join("; ")}`);
}

/** `Team size` as `team size`, but `UPI handle` as it is. */
function withSmallInitial(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name;
}

function textOf(value: FieldValue): string {
  if (value === null || typeof value === "boolean") return "";
  if (typeof value === "number") return withIndianCommas(value);
  return typeof value === "string" ? value : value.join(", ");
}

/** `275000` as `2,75,000`. By hand, because not every runtime knows the Indian way. */
function withIndianCommas(value: number): string {
  return String(value).replace(/(\d)(?=(?:\d\d)+\d$)/g, "$1,");
}

function ending({ outcome }: Findings): string {
  return !outcome?.label ? "" : `Outcome: ${sentence(outcome.label)}`;
}
