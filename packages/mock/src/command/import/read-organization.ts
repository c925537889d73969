/** Reads an organization's agents and categories from a service, as the data of a seed file. */
import { type CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import type { AgentSeed, CategorySeed } from "../../domain/seed-data.js";
import { seedSchema } from "../../scenarios/seed-schema.js";
import { knownPart } from "./known-part.js";
import { askedStatement } from "./read-answer.js";
import { problemOf, readData, shownId, UnreadError } from "./read-data.js";

/** The data of a seed file, and what of the responses it does not contain. */
export interface ReadOrganization {
  data: { agents: AgentSeed[]; categories: CategorySeed[] };
  /** The fields that were left out, such as `agents[].phone`, each once. */
  leftOut: string[];
  /** Categories of the list that are not there. */
  problems: string[];
}

/** Requests at a time. */
const concurrency = 4;

/** Reads everything. Only requests that change nothing are sent. @throws {UnreadError} when one fails */
export async function readOrganization(sdk: CallAnalysis): Promise<ReadOrganization> {
  const agents = await readList(sdk, "listAgents");
  const categories: unknown[] = [];
  const problems: string[] = [];
  const ids = (await readList(sdk, "listCategories")).flatMap((row, index) => {
    const id: unknown = Object(row).id;
    if (typeof id === "string") return [id];
    problems.push(`Row ${index + 1} of the list of categories has no id to read it by.`);
    return [];
  });
  for (let start = 0; start < ids.length; start += concurrency) {
    const requests = ids.slice(start, start + concurrency).map((id) => readCategory(sdk, id));
    for (const result of await Promise.all(requests)) (typeof result === "string" ? problems : categories).push(result);
  }
  const leftOut = new Set<string>();
  const { agents: agentList, categories: categoryList } = seedSchema.shape;
  // A value of another kind may be a text about people. Whether the rows go together is checked when the file is read.
  const options = { leftOut, onlyValid: true };
  const data = {
    agents: knownPart(agentList, agents, { place: "agents", ...options }) as AgentSeed[],
    categories: knownPart(categoryList, categories, { place: "categories", ...options }) as CategorySeed[],
  };
  const usable = data.categories.map((category) => withoutLooseRules(category, leftOut));
  return { data: { ...data, categories: usable }, leftOut: [...leftOut], problems };
}

async function readList(sdk: CallAnalysis, operation: "listAgents" | "listCategories"): Promise<unknown[]> {
  const list = await readData(sdk, {
    send: ({ agents, categories }, options) => (operation === "listAgents" ? agents : categories).list(options),
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
async function readCategory(sdk: CallAnalysis, id: string): Promise<unknown> {
  try {
    const category = await readData(sdk, {
      send: ({ categories }, options) => categories.get(id, options),
      isData: (data) => Object(data).id === id,
      dataStatement: `Expected: ${askedStatement("category")}`,
      isAddressRight: true,
    });
    if ("data" in category) return category.data;
    if (category.kind === "unknown") return problemOf(id, "the category is in the list, and is not there: 404");
    throw new UnreadError(`getCategory ${shownId(id)}`, category);
  } catch (error) {
    if (ConfigurationError.is(error)) return problemOf(id, "the category is in the list, and cannot be asked for");
    throw error;
  }
}

/** Without the rules about sections that are not there, such as those that were left out: no seed file can have them. */
function withoutLooseRules({ targetingRules, ...category }: CategorySeed, leftOut: Set<string>): CategorySeed {
  if (!targetingRules) return category;
  const ids = (category.analysisPointers ?? []).map(({ sectionId }) => sectionId);
  const kept = targetingRules.filter(
    ({ targetType = "section", targetId }) => targetType !== "section" || ids.includes(targetId),
  );
  if (kept.length < targetingRules.length) leftOut.add("categories[].targetingRules[]");
  return { ...category, targetingRules: kept };
}
