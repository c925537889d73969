/** Checks seed data as a whole: its shape first and, where that is right, what must be unique and what rows refer to. */
import { pathText, type ShapeProblem, shapeProblems } from "../core/check-shape.js";
import { type FieldProblem, MockServiceError, UnknownFieldError } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import { agentProblems } from "../domain/agents.js";
import { callProblems } from "../domain/calls.js";
import { type CallSeed, type CategorySeed, completeCall, completeCategory } from "../domain/seed-data.js";
import type { ReviewedCategory } from "../engine/configuration.js";
import { checkRule, type RuleDefinition, stepsOf } from "../rules/rule.js";
import { type Keys, problemAt, referenceProblems, reviewProblems } from "./review-check.js";
import { type SeedData, seedSchema } from "./seed-schema.js";

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

/** What is wrong with the shape of seed data, else with what it says. An empty list says that it can be added. */
export function seedProblems(value: unknown, target: SeedTarget): ShapeProblem[] {
  const shape = shapeProblems(seedSchema, value);
  if (shape.length > 0) return shape;
  // Its shape is right.
  const given = value as SeedData;
  const known = { ...target, ...withRowsOf(given, target) };
  const data = { ...given, calls: given.calls?.map((call) => completeCall(call, known)) };
  const { categories = [], calls = [], rules = [] } = data;
  return [
    ...organizationProblems(data, target),
    ...idProblems(data, target),
    ...emailProblems(data, target),
    ...categories.flatMap((category, index) => categoryProblems(category, ["categories", index])),
    ...calls.flatMap((call, index) => callRowProblems(call, known, ["calls", index])),
    ...rules.flatMap((rule, index) => ruleProblems(rule, known, ["rules", index])),
  ];
}

/** What calls and rules can refer to: what is there already, and the rows of the data itself. */
function withRowsOf({ agents = [], categories = [] }: SeedData, target: SeedTarget) {
  return {
    members: [...target.agents, ...agents].flatMap(({ id, email }) => (id === undefined ? [email] : [id, email])),
    categories: [...target.categories, ...categories.map(draftOf)],
  };
}

type Known = SeedTarget & ReturnType<typeof withRowsOf>;

/** The category that a row will be; ids that it does not have cannot be named. */
function draftOf(category: CategorySeed): ReviewedCategory {
  return completeCategory(category, {
    id: category.id ?? "",
    now: "1970-01-01T00:00:00Z",
    deriveId: (...place) => place.join(" "),
  });
}

const tables = { agents: "an agent", categories: "a category", campaigns: "a campaign", calls: "a call" } as const;

function organizationProblems({ organization }: SeedData, { organizationNames }: SeedTarget): ShapeProblem[] {
  return referenceProblems(organization, { what: "an organization", known: organizationNames, keys: ["organization"] });
}

function idProblems(data: SeedData, { isTaken, organizations }: SeedTarget): ShapeProblem[] {
  const names = Object.keys(tables) as SeedTable[];
  const problems = names.flatMap((table) => {
    const rows = data[table] ?? [];
    const taken = rows.flatMap(({ id }, index) =>
      id !== undefined && isTaken(table, id)
        ? [problemAt([table, index, "id"], `is the id of ${tables[table]} already`)]
        : [],
    );
    return [...repeatedProblems(rows, { fields: ["id"], keys: [table] }), ...taken];
  });
  const hasIds = names.some((table) => data[table]?.some(({ id }) => id !== undefined));
  if (!hasIds || data.organization !== undefined || organizations.length < 2) return problems;
  const several = organizations.map((name) => `"${name}"`).join(", ");
  return [
    ...problems,
    problemAt(["organization"], `is required, because rows with an id can be of one organization only: ${several}`),
  ];
}

/** Rows with the same value of one of some fields, each but the first. */
function repeatedProblems<Field extends string>(
  rows: readonly { [Name in Field]?: string | undefined }[],
  { fields, keys: place }: { fields: readonly Field[]; keys: Keys },
): ShapeProblem[] {
  return fields.flatMap((field) => {
    const first = new Map<string, Keys>();
    return rows.flatMap((row, index) => {
      const value = row[field];
      if (value === undefined) return [];
      const normalized = field === "email" ? value.toLowerCase() : value;
      const keys = [...place, index];
      const other = first.get(normalized);
      if (other) return [problemAt([...keys, field], `is the ${field} of ${pathText(other)} too: "${value}"`)];
      first.set(normalized, keys);
      return [];
    });
  });
}

function emailProblems({ agents = [] }: SeedData, target: SeedTarget): ShapeProblem[] {
  const taken = new Set(target.agents.map(({ email }) => email.toLowerCase()));
  const wrong = agents.flatMap(({ email }, index) => {
    const place = ["agents", index, "email"];
    const isUsed = taken.has(email.toLowerCase());
    return [
      ...agentProblems({ email }).map(({ message }) => problemAt(place, message)),
      ...(isUsed ? [problemAt(place, "is another agent's")] : []),
    ];
  });
  return [...wrong, ...repeatedProblems(agents, { fields: ["email"], keys: ["agents"] })];
}

/**
 * The ids and names of a category's parts must be unique, for it is by them that analyses, rules and implications name the
 * parts. Its targeting rules must refer to its sections.
 */
function categoryProblems(category: CategorySeed, keys: Keys): ShapeProblem[] {
  const { possibleOutcomes = [], analysisPointers = [], extractionFields = [], tagTargets = [] } = category;
  const sectionIds = analysisPointers.flatMap(({ sectionId = [] }) => sectionId);
  const sections = [...keys, "analysisPointers"];
  return [
    ...repeatedProblems(possibleOutcomes, { fields: ["id", "label"], keys: [...keys, "possibleOutcomes"] }),
    ...repeatedProblems(analysisPointers, { fields: ["id", "sectionId"], keys: sections }),
    // Several sections can have the same criterion.
    ...analysisPointers.flatMap(({ criterias = [] }, index) =>
      repeatedProblems(criterias, { fields: ["id", "criteriaId"], keys: [...sections, index, "criterias"] }),
    ),
    ...repeatedProblems(extractionFields, { fields: ["id", "fieldName"], keys: [...keys, "extractionFields"] }),
    ...repeatedProblems(tagTargets, { fields: ["id"], keys: [...keys, "tagTargets"] }),
    ...reviewProblems(category, keys),
    ...(category.targetingRules ?? []).flatMap(({ targetType = "section", targetId }, index) => {
      const place = [...keys, "targetingRules", index, "targetId"];
      if (targetType !== "section") return [];
      return referenceProblems(targetId, { what: "a section of the category", known: sectionIds, keys: place });
    }),
  ];
}

function callRowProblems(call: CallSeed, known: Known, keys: Keys): ShapeProblem[] {
  return [
    ...callProblems(call, known.policies).map(({ path, message }) => problemAt([...keys, path], message)),
    ...memberProblems(call.memberId, known, [...keys, "memberId"]),
    ...categoryIdProblems(call.categoryId, known, [...keys, "categoryId"]),
    ...givenProblems(call, keys),
  ];
}

/** E-mails match in any case. */
function memberProblems(id: string | undefined, { members }: Known, keys: Keys): ShapeProblem[] {
  const isEmail = id?.includes("@") && members.some((other) => other.toLowerCase() === id.toLowerCase());
  return isEmail ? [] : referenceProblems(id, { what: "an agent", known: members, keys });
}

function categoryIdProblems(id: string | undefined, { categories }: Known, keys: Keys): ShapeProblem[] {
  const known = categories.map((category) => category.id).filter((each) => each !== "");
  return referenceProblems(id, { what: "a category", known, keys });
}

/** What a call needs that has no analysis, and what goes with one that has. */
function givenProblems({ analysis, metadata, ...call }: CallSeed, keys: Keys): ShapeProblem[] {
  const missing = (["memberId", "categoryId", "audio_url"] as const).filter((name) => call[name] === undefined);
  return [
    ...missing.map((name) => problemAt([...keys, name], "is required")),
    ...(metadata && !analysis
      ? [problemAt([...keys, "metadata"], "goes with an analysis: without one, give a date")]
      : []),
  ];
}

function ruleProblems(rule: RuleDefinition, known: Known, keys: Keys): ShapeProblem[] {
  const { memberId, categoryId } = rule.when?.match ?? {};
  const isOfCalls = stepsOf(rule.then).some((step) => step !== "pass" && step.end);
  const references = { memberId, categoryId } as { memberId?: string; categoryId?: string };
  return [
    ...thrownProblems(keys, () => checkRule(rule, known.categories)),
    ...(isOfCalls ? matchProblems(references, known, [...keys, "when", "match"]) : []),
  ];
}

/** What a rule for calls refers to must be there, for calls have nothing else. */
function matchProblems({ memberId, categoryId }: { memberId?: string; categoryId?: string }, known: Known, keys: Keys) {
  const isElsewhere = categoryId !== undefined && known.isTaken("categories", categoryId);
  return [
    ...(isElsewhere ? [] : categoryIdProblems(categoryId, known, [...keys, "categoryId"])),
    // An agent with this e-mail may be created later; ids are made by the service.
    ...(memberId?.includes("@") ? [] : memberProblems(memberId, known, [...keys, "memberId"])),
  ];
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
