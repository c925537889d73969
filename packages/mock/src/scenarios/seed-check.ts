/** Checks seed data as a whole: its shape, what must be unique, and what rows refer to. */
import { pathText, type ShapeProblem, shapeProblems } from "../core/check-shape.js";
import { type FieldProblem, MockServiceError, UnknownFieldError } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import { agentProblems } from "../domain/agents.js";
import { callProblems } from "../domain/calls.js";
import { type CallSeed, type CategorySeed, completeCategory } from "../domain/seed-data.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import type { GivenSection } from "../engine/given-analysis.js";
import type { PartialAnalysis } from "../engine/partial-analysis.js";
import { misfitOf } from "../engine/partial-check.js";
import { type EngineRuleDefinition, endProblems } from "../rules/end-definition.js";
import { checkFault } from "../rules/fault-definition.js";
import { problemAt, reviewProblems, unknownReference } from "./review-check.js";
import { seedSchema } from "./seed-schema.js";

/** The tables of seed data whose rows have ids. */
export type SeedTable = "agents" | "categories" | "campaigns" | "calls";

/** What is there already when data is added. */
export interface SeedTarget {
  policies: Policies;
  /** Whether a row of any organization has the id. */
  isTaken(table: SeedTable, id: string): boolean;
  /** The active agents of the organization that gets the data. */
  agents: readonly { id: string; email: string }[];
  /** The categories of the organization that gets the data. */
  categories: readonly ReviewedCategory[];
  /** The names of all organizations. */
  organizationNames: readonly string[];
  /** The names of those that get the data when it names none. */
  organizations: readonly string[];
}

type Keys = readonly (string | number)[];

/** What is wrong with seed data, for each value once, by its shape first. An empty list says that it can be added. */
export function seedProblems(value: unknown, target: SeedTarget): ShapeProblem[] {
  const shape = shapeProblems(seedSchema, value);
  const data = new LooseSeed(value, shape);
  const problems = [
    ...shape,
    ...organizationProblems(data, target),
    ...idProblems(data, target),
    ...emailProblems(data, target),
    ...data.rows("categories").flatMap((each) => categoryProblems(each, data)),
    ...callReferenceProblems(data, target),
    ...givenProblems(data, target),
    ...ruleListProblems(data, target),
    ...data.wholeRows("faults").flatMap(({ row, keys }) => thrownProblems(keys, () => checkFault(row))),
  ];
  const first = new Map(problems.toReversed().map((problem) => [pathText(problem.keys), problem]));
  return problems.filter((problem) => first.get(pathText(problem.keys)) === problem);
}

interface Located {
  row: Readonly<Record<string, unknown>>;
  keys: Keys;
}

/** Seed data that may be wrong anywhere: what of it can be read all the same. */
class LooseSeed {
  readonly #data: Record<string, unknown>;
  readonly #wrong: Set<string>;
  readonly #shape: readonly ShapeProblem[];

  constructor(value: unknown, shape: readonly ShapeProblem[]) {
    this.#data = Object(value);
    this.#wrong = new Set(shape.map(({ keys }) => pathText(keys.slice(0, 2))));
    this.#shape = shape;
  }

  get organization(): unknown {
    return this.#data.organization;
  }

  /** The rows of a list that are objects. */
  rows(list: string): Located[] {
    return located(this.#data[list], [list]);
  }

  /** Whether the fields by which rows are referred to have the right shape. Else nobody knows what is missing there. */
  canBeReferredTo(list: Keys, fields: readonly string[]): boolean {
    const isBelow = (keys: readonly PropertyKey[]) => list.every((key, at) => keys[at] === key);
    const isOfRow = (keys: readonly PropertyKey[]) => keys.length < list.length + 2;
    return !this.#shape.some(
      ({ keys }) => isBelow(keys) && (isOfRow(keys) || fields.includes(String(keys[list.length + 1]))),
    );
  }

  /** The rows of a list whose shape is right. */
  wholeRows(list: string): Located[] {
    return this.rows(list).filter(({ keys }) => !this.#wrong.has(pathText(keys)));
  }
}

function located(list: unknown, keys: Keys): Located[] {
  if (!Array.isArray(list)) return [];
  const rows = list.map((row, index) => ({ row, keys: [...keys, index] }));
  return rows.filter(({ row }) => typeof row === "object" && row !== null);
}

const tables = { agents: "an agent", categories: "a category", campaigns: "a campaign", calls: "a call" } as const;

function organizationProblems({ organization }: LooseSeed, { organizationNames }: SeedTarget): ShapeProblem[] {
  if (typeof organization !== "string" || organizationNames.includes(organization)) return [];
  return [problemAt(["organization"], unknownReference("an organization", organization, organizationNames))];
}

function idProblems(data: LooseSeed, { isTaken, organizations }: SeedTarget): ShapeProblem[] {
  const names = Object.keys(tables) as SeedTable[];
  const problems = names.flatMap((table) => {
    const rows = data.rows(table);
    const taken = rows.flatMap(({ row: { id }, keys }) =>
      typeof id === "string" && isTaken(table, id)
        ? [problemAt([...keys, "id"], `is the id of ${tables[table]} already`)]
        : [],
    );
    return [...repeatedProblems(rows, "id"), ...taken];
  });
  const hasIds = names.some((table) => data.rows(table).some(({ row }) => typeof row.id === "string"));
  if (!hasIds || data.organization !== undefined || organizations.length < 2) return problems;
  const several = organizations.map((name) => `"${name}"`).join(", ");
  return [
    ...problems,
    problemAt(["organization"], `is required, because rows with an id can be of one organization only: ${several}`),
  ];
}

/** Rows with the same value of a field, each but the first. */
function repeatedProblems(
  rows: readonly Located[],
  field: string,
  normalized: (text: string) => string = (text) => text,
): ShapeProblem[] {
  const first = new Map<string, Keys>();
  return rows.flatMap(({ row, keys }) => {
    const value = row[field];
    if (typeof value !== "string") return [];
    const other = first.get(normalized(value));
    if (other) return [problemAt([...keys, field], `is the ${field} of ${pathText(other)} too: "${value}"`)];
    first.set(normalized(value), keys);
    return [];
  });
}

function emailProblems(data: LooseSeed, { agents }: SeedTarget): ShapeProblem[] {
  const normalized = (email: string) => email.toLowerCase();
  const taken = new Set(agents.map(({ email }) => normalized(email)));
  const rows = data.rows("agents");
  const wrong = rows.flatMap(({ row: { email }, keys }) => {
    if (typeof email !== "string") return [];
    const isUsed = taken.has(normalized(email));
    return [
      ...agentProblems({ email }).map(({ message }) => problemAt([...keys, "email"], message)),
      ...(isUsed ? [problemAt([...keys, "email"], "is another agent's")] : []),
    ];
  });
  return [...wrong, ...repeatedProblems(rows, "email", normalized)];
}

const partLists = ["possibleOutcomes", "analysisPointers", "extractionFields", "tagTargets"];

/** The ids of a category's parts must be unique, and its targeting rules must refer to its sections. */
function categoryProblems({ row: category, keys }: Located, data: LooseSeed): ShapeProblem[] {
  const ofSections = [...keys, "analysisPointers"];
  const sections = located(category.analysisPointers, ofSections);
  const sectionIds = sections.flatMap(({ row: { sectionId } }) => (typeof sectionId === "string" ? [sectionId] : []));
  const canRefer = data.canBeReferredTo(ofSections, ["sectionId"]);
  const rules = canRefer ? located(category.targetingRules, [...keys, "targetingRules"]) : [];
  return [
    ...partLists.flatMap((list) => repeatedProblems(located(category[list], [...keys, list]), "id")),
    ...repeatedProblems(sections, "sectionId"),
    ...reviewProblems(category, keys),
    ...rules.flatMap(({ row: { targetType = "section", targetId }, keys: place }) => {
      if (targetType !== "section" || typeof targetId !== "string" || sectionIds.includes(targetId)) return [];
      return [problemAt([...place, "targetId"], unknownReference("a section of the category", targetId, sectionIds))];
    }),
  ];
}

function callReferenceProblems(data: LooseSeed, target: SeedTarget): ShapeProblem[] {
  const known = knownReferences(data, target);
  return data.rows("calls").flatMap(({ row: { memberId, categoryId, audio_url, date }, keys }) => {
    const given = { audio_url: textOf(audio_url), date: textOf(date) };
    return [
      ...callProblems(given, target.policies).map(({ path, message }) => problemAt([...keys, path], message)),
      ...referenceProblems(memberId, { what: "an agent", known: known.members, keys: [...keys, "memberId"] }),
      ...referenceProblems(categoryId, { what: "a category", known: known.categories, keys: [...keys, "categoryId"] }),
    ];
  });
}

/** What a given analysis leaves to the category must be there. Nothing else of it has to fit: it is kept to the letter. */
function givenProblems(data: LooseSeed, target: SeedTarget): ShapeProblem[] {
  const categories = [...target.categories, ...data.wholeRows("categories").map(({ row }) => draftOf(row))];
  return data.wholeRows("calls").flatMap(({ row, keys }) => {
    // Its shape is right.
    const { categoryId, analysis, metadata } = row as unknown as CallSeed;
    if (!analysis) {
      const isAlone = metadata !== undefined;
      return isAlone ? [problemAt([...keys, "metadata"], "goes with an analysis: without one, give a date")] : [];
    }
    const category = categories.find(({ id }) => id === categoryId);
    // What is wrong with it is told already.
    if (!category) return [];
    const place = [...keys, "analysis", "sections"];
    return (analysis.sections ?? []).flatMap((section, at) =>
      unnamedProblems(section, { category, keys: [...place, at] }),
    );
  });
}

function unnamedProblems(
  { sectionId, sectionName, criterias }: GivenSection,
  { category, keys }: { category: ReviewedCategory; keys: Keys },
): ShapeProblem[] {
  const pointers = category.analysisPointers;
  const pointer = pointers.find((each) => each.sectionId === sectionId);
  if (!pointer && sectionName === undefined && typeof sectionId === "string") {
    const ids = pointers.map((each) => each.sectionId);
    return [problemAt([...keys, "sectionId"], unknownReference("a section of the category", sectionId, ids))];
  }
  const known = (pointer?.criterias ?? []).map(({ criteriaId }) => criteriaId);
  return (criterias ?? []).flatMap(({ criteriaId, question }, at) => {
    if (typeof criteriaId !== "string" || question !== undefined || known.includes(criteriaId)) return [];
    const place = [...keys, "criterias", at, "criteriaId"];
    return [problemAt(place, unknownReference("a criterion of the section", criteriaId, known))];
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function referenceProblems(
  id: unknown,
  { what, known, keys }: { what: string; known: readonly string[] | undefined; keys: Keys },
): ShapeProblem[] {
  if (typeof id !== "string" || !known || known.includes(id)) return [];
  // E-mails match in any case where the policy says so.
  if (id.includes("@") && known.some((other) => other.toLowerCase() === id.toLowerCase())) return [];
  return [problemAt(keys, unknownReference(what, id, known))];
}

/** The ids and e-mails that calls and rules can name; undefined where rows have some that cannot be read. */
function knownReferences(data: LooseSeed, { agents, categories }: SeedTarget) {
  const valuesOf = (list: string, field: string) => data.rows(list).flatMap(({ row }) => textOf(row[field]) ?? []);
  const members = [
    ...agents.flatMap(({ id, email }) => [id, email]),
    ...valuesOf("agents", "id"),
    ...valuesOf("agents", "email"),
  ];
  return {
    members: data.canBeReferredTo(["agents"], ["id", "email"]) ? members : undefined,
    categories: data.canBeReferredTo(["categories"], ["id"])
      ? [...categories.map(({ id }) => id), ...valuesOf("categories", "id")]
      : undefined,
  };
}

function ruleListProblems(data: LooseSeed, target: SeedTarget): ShapeProblem[] {
  const known = knownReferences(data, target);
  const categories = [...target.categories, ...data.wholeRows("categories").map(({ row }) => draftOf(row))];
  return data.wholeRows("rules").flatMap(({ row, keys }) => {
    // Its shape is right.
    const rule: EngineRuleDefinition = row;
    const { memberId, categoryId } = rule.match ?? {};
    const isElsewhere = categoryId !== undefined && target.isTaken("categories", categoryId);
    const category = { what: "a category", known: known.categories, keys: [...keys, "match", "categoryId"] };
    const member = { what: "an agent", known: known.members, keys: [...keys, "match", "memberId"] };
    return [
      ...endProblems(rule).map((each) => problemAt([...keys, ...(each.keys as Keys)], each.message)),
      ...(isElsewhere ? [] : referenceProblems(categoryId, category)),
      // An agent with this e-mail may be created later; ids are made by the service.
      ...(memberId?.includes("@") ? [] : referenceProblems(memberId, member)),
      ...partialProblems(rule, { categories, policies: target.policies, keys: [...keys, "complete"] }),
    ];
  });
}

/** The category that a row will be; ids that it does not have cannot be named by rules. */
function draftOf(row: Located["row"]): ReviewedCategory {
  // Its shape is right.
  const category = row as unknown as CategorySeed;
  return completeCategory(category, { id: category.id ?? "", now: "", deriveId: (...place) => place.join(" ") });
}

/** The parts of an analysis must fit the category that a rule matches, or at least one when it matches any. */
function partialProblems(
  { match: { categoryId } = {}, complete }: EngineRuleDefinition,
  { categories, policies, keys }: { categories: readonly ReviewedCategory[]; policies: Policies; keys: Keys },
): ShapeProblem[] {
  if (complete === undefined || complete === true) return [];
  const partial: PartialAnalysis = complete;
  const matched = categories.filter(({ id }) => categoryId === undefined || id === categoryId);
  return misfitOf(partial, { categories: matched, policies })?.fields.map((field) => below(keys, field)) ?? [];
}

/** What an action finds wrong, below a place. */
function thrownProblems(keys: Keys, action: () => unknown): ShapeProblem[] {
  try {
    action();
    return [];
  } catch (error) {
    if (!(error instanceof MockServiceError || error instanceof UnknownFieldError)) throw error;
    const unknown = error instanceof UnknownFieldError ? { knownNames: [] } : {};
    return error.fields.map((field) => ({ ...below(keys, field), ...unknown }));
  }
}

/** The parts of a path of the fake's own making have no dots or brackets inside. */
function below(keys: Keys, { path, message }: FieldProblem): ShapeProblem {
  const parts = path.match(/[^.[\]]+/g) ?? [];
  return problemAt([...keys, ...parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part))], message);
}
