/** The categories of imported calls. The service does not say of which category a call is: its sections tell. */
import type { CategorySeed, CriterionSeed, SectionSeed } from "../../domain/seed-data.js";
import type { GivenAnalysis, GivenSection } from "../../engine/given-analysis.js";
import { rowId } from "../../scenarios/seed-schema.js";

/** What tells the category of a call. */
export interface CategorizedCall {
  /** As a line of `--calls` has it. */
  categoryId?: string | undefined;
  analysis: GivenAnalysis;
}

/** Those of the organization, and one for each kind of call that fits none of them. */
export class CallCategories {
  readonly rows: CategorySeed[];
  readonly #byStructure = new Map<string, CategorySeed>();

  constructor(categories: readonly CategorySeed[]) {
    this.rows = [...categories];
  }

  /** The category of a call. */
  of({ categoryId, analysis }: CategorizedCall): CategorySeed & { id: string } {
    const named = this.rows.find(({ id }) => id !== undefined && id === categoryId);
    // A category of the list has an id, and so has an invented one.
    return (named ?? this.#alike(analysis) ?? this.#invented({ categoryId, analysis })) as CategorySeed & {
      id: string;
    };
  }

  /** The one that has most of the criteria, and the outcome where that is all there is. */
  #alike(analysis: GivenAnalysis): CategorySeed | undefined {
    const ids = new Set(criteriaIdsOf(analysis));
    const likeness = (category: CategorySeed) =>
      (category.analysisPointers ?? [])
        .flatMap(({ criterias = [] }) => criterias)
        .filter(({ criteriaId }) => criteriaId !== undefined && ids.has(criteriaId)).length +
      (category.possibleOutcomes?.some(({ label }) => label === analysis.outcomeLabel) ? 0.5 : 0);
    const [best] = this.rows
      .map((category) => ({ category, likeness: likeness(category) }))
      .filter((each) => each.likeness > 0 && each.category.id !== undefined)
      .sort((one, other) => other.likeness - one.likeness);
    return best?.category;
  }

  #invented({ categoryId, analysis }: CategorizedCall): CategorySeed {
    const structure = categoryId ?? JSON.stringify(criteriaIdsOf(analysis));
    const known = this.#byStructure.get(structure);
    if (known) return known;
    const number = this.#byStructure.size + 1;
    const category = {
      id: categoryId ?? `unlisted_category_${number}`,
      name: `Unlisted category ${number}`,
      possibleOutcomes: analysis.outcomeLabel?.trim() ? [{ label: analysis.outcomeLabel }] : [],
      analysisPointers: sectionsOf(analysis.sections ?? []),
    };
    this.#byStructure.set(structure, category);
    this.rows.push(category);
    return category;
  }
}

function criteriaIdsOf({ sections }: GivenAnalysis): string[] {
  return (sections ?? []).flatMap(({ criterias }) => (criterias ?? []).flatMap(({ criteriaId }) => criteriaId ?? []));
}

/** The sections that a category can have: with a name, and each id once, as the ids of the criteria of each. */
function sectionsOf(sections: readonly GivenSection[]): SectionSeed[] {
  const ids = new Set<string>();
  return sections.flatMap(({ sectionId, sectionName, criterias }) => {
    if (!isId(sectionId) || !sectionName?.trim() || ids.has(sectionId)) return [];
    ids.add(sectionId);
    const asked = new Map<string, CriterionSeed>();
    for (const { criteriaId, question } of criterias ?? []) {
      if (!isId(criteriaId) || !question?.trim() || asked.has(criteriaId)) continue;
      asked.set(criteriaId, { criteriaId, question });
    }
    return [{ sectionId, sectionName, criterias: [...asked.values()] }];
  });
}

function isId(text: unknown): text is string {
  return rowId.safeParse(text).success;
}
