/** Reads an organization's agents and categories from a service, as the data of a seed file. */
import type { CallAnalysis } from "@call-analysis/sdk";
import * as z from "zod";
import type { AgentSeed, CategorySeed } from "../../domain/seed-data.js";
import { seedSchema } from "../../scenarios/seed-schema.js";

/** The data of a seed file, and what of the responses it does not contain. */
export interface ReadOrganization {
  data: { agents: AgentSeed[]; categories: CategorySeed[] };
  /** The fields that were left out, such as `agents[].phone`, each once. */
  leftOut: string[];
}

/** Requests at a time. */
const concurrency = 4;

/** Reads everything. Only requests that change nothing are sent. @throws {CallAnalysisError} when one fails */
export async function readOrganization(sdk: CallAnalysis): Promise<ReadOrganization> {
  const agents = await sdk.agents.list();
  const ids = (await sdk.categories.list()).map(({ id }) => id);
  const categories: unknown[] = [];
  for (let start = 0; start < ids.length; start += concurrency) {
    const requests = ids.slice(start, start + concurrency).map((id) => sdk.categories.get(id));
    categories.push(...(await Promise.all(requests)));
  }
  const leftOut = new Set<string>();
  const { agents: agentList, categories: categoryList } = seedSchema.shape;
  // Whether the rows are right is checked when the file is read.
  const data = {
    agents: knownPart(agentList, agents, { place: "agents", leftOut }) as AgentSeed[],
    categories: knownPart(categoryList, categories, { place: "categories", leftOut }) as CategorySeed[],
  };
  return { data, leftOut: [...leftOut] };
}

/** The part of a value that a schema knows. Null stands for nothing where the schema has no null. */
function knownPart(
  schema: unknown,
  value: unknown,
  { place, leftOut }: { place: string; leftOut: Set<string> },
): unknown {
  if (schema instanceof z.ZodOptional) return knownPart(schema.unwrap(), value, { place, leftOut });
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => knownPart(schema.element, item, { place: `${place}[]`, leftOut }));
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const known: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    const at = `${place}.${name}`;
    const isKept = field instanceof z.ZodType && (item !== null || field.safeParse(null).success);
    if (isKept) known[name] = knownPart(field, item, { place: at, leftOut });
    else leftOut.add(at);
  }
  return known;
}
