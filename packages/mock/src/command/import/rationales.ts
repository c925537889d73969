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
  #taken = 0;
  #unplaced = 0;

  /** How many were taken; and how many not, because the category has no such criterion, or the result is in no known words. */
  get counts(): { taken: number; unplaced: number } {
    return { taken: this.#taken, unplaced: this.#unplaced };
  }

  /** Takes the rationales of an analysis of a category. Its shape is known, but for its texts. */
  add({ outcomeLabel, outcomeRationale, sections }: Analysis, category: CategorySeed): void {
    const outcome = category.possibleOutcomes?.find(({ label }) => label === outcomeLabel);
    this.#take(outcomeRationale, outcome && (() => fromMap(this.#ofOutcomes, outcome, () => new Set())));
    for (const { sectionId, criterias } of sections ?? []) {
      const pointer = category.analysisPointers?.find((each) => each.sectionId === sectionId);
      for (const { criteriaId, result, rationale } of criterias ?? []) {
        const criterion = pointer?.criterias?.find((each) => each.criteriaId === criteriaId);
        const answer = criterion && answerInWords(result, criterion.question);
        this.#take(rationale, answer && (() => this.#setOf(criterion, answer)));
      }
    }
  }

  /** The categories with the sentences. */
  addTo(categories: readonly CategorySeed[]): CategorySeed[] {
    if (this.#taken === 0) return [...categories];
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

  /** Takes a text into a set, if there is one for it. */
  #take(text: unknown, sentences: (() => Set<string>) | undefined): void {
    if (typeof text !== "string" || text.trim() === "") return;
    if (sentences) this.#taken += 1;
    else this.#unplaced += 1;
    sentences?.().add(literalSentence(text));
  }

  #setOf(criterion: CriterionSeed, answer: Answer): Set<string> {
    return fromMap(
      fromMap(this.#ofCriteria, criterion, () => new Map()),
      answer,
      () => new Set(),
    );
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

/** The answer of a result in words. No sentence of a category goes with a number. */
function answerInWords(result: unknown, question: string): Answer | undefined {
  if (typeof result !== "string" || /^\s*\d/.test(result)) return undefined;
  return answerMeant(result, question, defaultPolicies.criterionResults)?.answer;
}

function fromMap<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
