/** Rationales of real calls, as sentences that the fake writes to the letter into new reviews. */
import type { Analysis } from "@call-analysis/sdk";
import { defaultPolicies } from "../../core/policies.js";
import type { CategorySeed, CriterionSeed, OutcomeSeed } from "../../domain/seed-data.js";
import type { Answer } from "../../engine/configuration.js";
import { answerMeant } from "../../engine/results.js";
import { literalSentence } from "../../engine/sentences.js";

/** The sentences of the calls so far. */
export class RationaleCollection {
  readonly #ofCriteria = new Map<CriterionSeed, Map<Answer, Set<string>>>();
  readonly #ofOutcomes = new Map<OutcomeSeed, Set<string>>();
  readonly #leftOut: Set<string>;

  /** @param leftOut gets the place of what is left out */
  constructor(leftOut: Set<string>) {
    this.#leftOut = leftOut;
  }

  /**
   * Takes the rationales of an analysis of a category, but for those of criteria that it does not have, and of results in
   * no known words. The analysis is as the service gave it, whatever its form.
   */
  add({ outcomeLabel, outcomeRationale, sections }: Analysis, category: CategorySeed): void {
    const outcome = category.possibleOutcomes?.find(({ label }) => label === outcomeLabel);
    if (outcome && isSentence(outcomeRationale)) addTo(this.#ofOutcomes, outcome, outcomeRationale);
    for (const { sectionId, criterias } of rowsOf(sections)) {
      const pointer = category.analysisPointers?.find((each) => each.sectionId === sectionId);
      for (const { criteriaId, result, rationale } of rowsOf(criterias)) {
        const criterion = pointer?.criterias?.find((each) => each.criteriaId === criteriaId);
        const answer = criterion && answerInWords(result, criterion.question);
        if (!isSentence(rationale)) continue;
        if (criterion && !answer && isWord(result)) this.#leftOut.add(inOtherWords);
        if (!answer) continue;
        const byAnswer = this.#ofCriteria.get(criterion) ?? new Map<Answer, Set<string>>();
        this.#ofCriteria.set(criterion, byAnswer);
        addTo(byAnswer, answer, rationale);
      }
    }
  }

  /** The categories with the sentences. */
  addTo(categories: readonly CategorySeed[]): CategorySeed[] {
    return categories.map((category) => ({
      ...category,
      ...(category.possibleOutcomes && {
        possibleOutcomes: category.possibleOutcomes.map((each) => this.#outcome(each)),
      }),
      ...(category.analysisPointers && {
        analysisPointers: category.analysisPointers.map((section) => ({
          ...section,
          ...(section.criterias && { criterias: section.criterias.map((each) => this.#criterion(each)) }),
        })),
      }),
    }));
  }

  #outcome(outcome: OutcomeSeed): OutcomeSeed {
    const sentences = this.#ofOutcomes.get(outcome);
    return sentences ? { ...outcome, rationale: [...sentences] } : outcome;
  }

  #criterion(criterion: CriterionSeed): CriterionSeed {
    const byAnswer = this.#ofCriteria.get(criterion);
    if (!byAnswer) return criterion;
    return {
      ...criterion,
      rationales: Object.fromEntries([...byAnswer].map(([answer, texts]) => [answer, [...texts]])),
    };
  }
}

/** The rows of a list. What is no list has none, and what is no row has no fields. */
function rowsOf<Row extends object>(list: readonly Row[] | null | undefined): Partial<Row>[] {
  return Array.isArray(list) ? list.map(Object) : [];
}

/** The answer of a result in words. No sentence of a category goes with a number. */
function answerInWords(result: unknown, question: string): Answer | undefined {
  return isWord(result) ? answerMeant(result, question, defaultPolicies.criterionResults)?.answer : undefined;
}

function isWord(result: unknown): result is string {
  return typeof result === "string" && !/^\s*\d/.test(result);
}

const inOtherWords =
  "calls[].analysis.sections[].criterias[].rationale where the result has other words than Yes and No";

function isSentence(text: unknown): text is string {
  return typeof text === "string" && text.trim() !== "";
}

function addTo<Key>(sentences: Map<Key, Set<string>>, key: Key, text: string): void {
  const known = sentences.get(key) ?? new Set();
  sentences.set(key, known.add(literalSentence(text)));
}
