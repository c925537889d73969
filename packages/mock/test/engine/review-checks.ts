import type { Analysis } from "@call-analysis/sdk";
import { defaultPolicies } from "../../src/core/policies.js";
import type { Answer, ReviewedCategory } from "../../src/engine/configuration.js";
import { answerOf } from "../../src/engine/results.js";

/** An analysis to check, with the call that it is of. */
export interface Review {
  category: ReviewedCategory;
  durationSeconds: number;
  analysis: Analysis;
  summary: string;
}

/** Every text of a review that a person reads. */
export function textsOf({ analysis, summary }: Review): string[] {
  const { outcomeRationale, callObservations, areasForImprovement, sections } = analysis;
  const rationales = sections.flatMap(({ criterias }) => criterias.map(({ rationale }) => rationale));
  return [summary, outcomeRationale, ...rationales, ...list(callObservations), ...list(areasForImprovement)];
}

function list(value: unknown): string[] {
  return (value ?? []) as string[];
}

/** What of an analysis is not as its outcome implies. */
export function contradictions({ category, analysis }: Review): string[] {
  const outcome = category.possibleOutcomes.find(({ label }) => label === analysis.outcomeLabel);
  return Object.entries(outcome?.implies ?? {}).flatMap(([name, implied]) => {
    if (implied === "present" || implied === "absent") {
      const value = Object(analysis.extractions)[name];
      return (value !== null) === (implied === "present") ? [] : [`${name} is ${value}, and must be ${implied}`];
    }
    const criterion = analysis.sections
      .flatMap(({ criterias }) => criterias)
      .find(({ criteriaId }) => criteriaId === name);
    const { answer } =
      answerOf(`${criterion?.result}`, `${criterion?.question}`, defaultPolicies.criterionResults) ?? {};
    const allowed: readonly Answer[] = typeof implied === "string" ? [implied] : implied;
    return answer && allowed.includes(answer) ? [] : [`${name} is ${answer}, and must be ${allowed}`];
  });
}

/** What is wrong with a text: none of it is a sentence that somebody would leave so. */
export function flawsIn(text: string): string[] {
  const words = text.replace(/“[^”]*”/g, "“…”");
  const flaws: [flaw: string, isFlawed: boolean][] = [
    ["spaces around it, or two of them", /^\s|\s$|\s\s/.test(words)],
    ["a placeholder", /\{|\}|undefined|null|NaN|\[object/.test(words)],
    ["two full stops", /(?<!\.)\.\.(?!\.)|\.”\./.test(words)],
    ["no end", !/[.!?…]["”]?$|[.!?…]["”]? \(\d+\)$|”(?: \(\d+\))?$/.test(text)],
    ["a beginning in lower case", /^["“]?\p{Ll}/u.test(words)],
    ["a lower-case word after a full stop", /(?<!e\.g|i\.e|\d)\. \p{Ll}/u.test(words)],
    ["a plural of one", /(?<![\d.,:/])1 (?!is\b)(?:[a-z]+ )?[a-z]+s\b/.test(words)],
    ["a space before a mark", / [.,;:!?](?!\.)/.test(words)],
  ];
  return flaws.filter(([, isFlawed]) => isFlawed).map(([flaw]) => `${flaw}: ${text}`);
}

/** The moments of the recording that a text names, in seconds. */
export function timesIn(text: string): number[] {
  const own = text.replace(/“[^”]*”/g, "");
  return [...own.matchAll(/\b(?:(\d):)?(\d\d):(\d\d)\b/g)].map(
    ([, hours = "0", minutes, seconds]) => Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds),
  );
}
