/** Reads an organization's agents and categories from a service, as the data of a seed file. */
import { type CallAnalysis, ConfigurationError, NotFoundError } from "@call-analysis/sdk";
import type { AgentSeed, CategorySeed } from "../../domain/seed-data.js";
import { seedSchema } from "../../scenarios/seed-schema.js";
import { knownPart } from "./known-part.js";
import { problemOf } from "./reason.js";

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

/** Reads everything. Only requests that change nothing are sent. @throws {CallAnalysisError} when one fails */
export async function readOrganization(sdk: CallAnalysis): Promise<ReadOrganization> {
  const agents = await sdk.agents.list();
  const categories: unknown[] = [];
  const problems: string[] = [];
  const ids = (await sdk.categories.list()).flatMap((row, index) => {
    // The client gives what the service sends.
    const id: unknown = Object(row).id;
    if (typeof id === "string") return [id];
    problems.push(`Row ${index + 1} of the list of categories has no id.`);
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
  return { data, leftOut: [...leftOut], problems };
}

/** A category, or why it is left out: it may be deleted while the others are read. */
async function readCategory(sdk: CallAnalysis, id: string) {
  try {
    return await sdk.categories.get(id);
  } catch (error) {
    if (NotFoundError.is(error)) return problemOf(id, "the category is in the list, and is not there (404)");
    if (ConfigurationError.is(error)) return problemOf(id, "the category is in the list, and cannot be asked for");
    throw error;
  }
}
