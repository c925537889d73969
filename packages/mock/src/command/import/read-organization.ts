/** Reads an organization's agents and categories from a service, as the data of a seed file. */
import type { AgentSeed, CategorySeed } from "../../domain/seed-data.js";
import { seedSchema } from "../../scenarios/seed-schema.js";
import { knownPart } from "./known-part.js";
import { type Problem, shownId } from "./problems.js";
import { askedStatement, type Service } from "./read-answer.js";
import { readData, UnreadError } from "./read-data.js";

/** The data of a seed file, and what of the responses it does not contain. */
export interface ReadOrganization {
  data: { agents: AgentSeed[]; categories: CategorySeed[] };
  /** The fields that were left out, such as `agents[].phone`, each once. */
  leftOut: string[];
  /** Rows of the lists that are left out. */
  problems: Problem[];
}

/** Requests at a time. */
const concurrency = 4;

/** Reads everything. Only requests that change nothing are sent. @throws {UnreadError} when one fails */
export async function readOrganization(service: Service): Promise<ReadOrganization> {
  const problems: Problem[] = [];
  const agents = eachOnce(await readList(service, "listAgents"), { of: "agents", problems });
  const ids = eachOnce(await readList(service, "listCategories"), { of: "categories", problems }).flatMap(
    (row, index) => {
      const id = idOf(row);
      if (id === undefined)
        problems.push({ what: `row ${index + 1} of the categories`, reason: "it has no id to read it by" });
      return id ?? [];
    },
  );
  const categories: unknown[] = [];
  for (let start = 0; start < ids.length; start += concurrency) {
    const requests = ids.slice(start, start + concurrency).map((id) => readCategory(service, id));
    for (const result of await Promise.all(requests)) {
      if ("problem" in result) problems.push({ what: shownId(result.id), reason: result.problem });
      else categories.push(result.category);
    }
  }
  const leftOut = new Set<string>();
  const { agents: agentList, categories: categoryList } = seedSchema.shape;
  // Whether the rows go together is checked when the file is read.
  const data = {
    agents: knownPart(agentList, agents, { place: "agents", leftOut }) as AgentSeed[],
    categories: knownPart(categoryList, categories, { place: "categories", leftOut }) as CategorySeed[],
  };
  const usable = data.categories.map((category) => withoutLooseRules(category, leftOut));
  return { data: { ...data, categories: usable }, leftOut: [...leftOut], problems };
}

/** The rows of a list, without those whose id another one has: no seed file can have both. */
function eachOnce(rows: readonly unknown[], { of, problems }: { of: string; problems: Problem[] }): unknown[] {
  const ids = new Set<string>();
  return rows.filter((row) => {
    const id = idOf(row);
    if (id === undefined) return true;
    const isFirst = !ids.has(id);
    ids.add(id);
    if (!isFirst)
      problems.push({ what: shownId(id), reason: `the list of ${of} has it more than once, and it is imported once` });
    return isFirst;
  });
}

function idOf(row: unknown): string | undefined {
  const id: unknown = Object(row).id;
  return typeof id === "string" ? id : undefined;
}

async function readList(service: Service, operation: "listAgents" | "listCategories"): Promise<unknown[]> {
  const list = await readData(service, {
    operation,
    isData: Array.isArray,
    dataStatement: "data must be a list, and is not.",
    // The agents are read first.
    isAddressRight: operation === "listCategories",
  });
  if ("reason" in list) throw new UnreadError(operation, list);
  // It was looked at.
  return list.data as unknown[];
}

/** A category, or why it is left out: it may be deleted while the others are read. */
async function readCategory(
  service: Service,
  id: string,
): Promise<{ category: unknown } | { id: string; problem: string }> {
  const category = await readData(service, {
    operation: "getCategory",
    id,
    isData: (data) => Object(data).id === id,
    dataStatement: `Expected: ${askedStatement("category")}`,
    isAddressRight: true,
  });
  if ("data" in category) return { category: category.data };
  const { kind } = category;
  if (kind === "unsent") return { id, problem: "the list of categories has it, and no address can hold its id" };
  if (kind !== "unknown") throw new UnreadError(`getCategory ${shownId(id)}`, category);
  return { id, problem: "the list of categories has it, and getCategory answers 404" };
}

/** Without the rules that no seed file can have: about sections that are not there, or about nothing that has an id. */
function withoutLooseRules({ targetingRules, ...category }: CategorySeed, leftOut: Set<string>): CategorySeed {
  if (!targetingRules) return category;
  const ids = (category.analysisPointers ?? []).map(({ sectionId }) => sectionId);
  const kept = targetingRules.filter(
    // It has none when that was of another type, and was left out.
    ({ targetType = "section", targetId }: Partial<(typeof targetingRules)[number]>) =>
      targetId !== undefined && (targetType !== "section" || ids.includes(targetId)),
  );
  if (kept.length < targetingRules.length) leftOut.add("categories[].targetingRules[]");
  return { ...category, targetingRules: kept };
}
