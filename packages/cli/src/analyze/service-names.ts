/** Finds agents and categories by the names that people use. An agent's id and e-mail are the same agent. */
import { type Agent, type CallAnalysis, PermissionDeniedError } from "@call-analysis/sdk";
import { closestMatch } from "leven";
import { usageError } from "../errors.js";

/** A row with a name. */
type Named = Pick<Agent, "id" | "name"> & { email?: string };

/** Undefined if the key may not list them. It may still create calls, so the service decides. */
export type ServiceNames = Record<"agent" | "category", Named[] | undefined>;

/** Reads both lists. */
export async function readNames({ agents, categories }: CallAnalysis): Promise<ServiceNames> {
  const undefinedIfRefused = (error: unknown) => {
    if (!PermissionDeniedError.is(error)) throw error;
    return undefined;
  };
  const [agent, category] = await Promise.all([
    agents.list().catch(undefinedIfRefused),
    categories.list().catch(undefinedIfRefused),
  ]);
  return { agent, category };
}

/**
 * Finds the id of an agent or a category.
 *
 * @param what the flag or column, which begins the message
 * @throws {CommandError} that suggests the nearest one, if it does not exist
 */
export function idOf(
  kind: keyof ServiceNames,
  given: string,
  { names, what }: { names: ServiceNames; what: string },
): string {
  const known = names[kind];
  if (!known) return given;
  const found = known.find(({ id, email }) => id === given || isSame(email, given));
  if (found) return found.id;
  const named = known.find(({ name }) => isSame(name, given));
  const ids = known.flatMap(({ id, email }) => [id, email ?? []].flat());
  const maxDistance = Math.ceil(given.length / 4);
  const nearest = (named?.email || named?.id) ?? closestMatch(given, ids, { maxDistance });
  const list = kind === "agent" ? "agents" : "categories";
  throw usageError(`${what}: the ${kind} "${given}" does not exist. Nothing was uploaded.`, {
    hint: nearest ? `Did you mean ${nearest}?` : `List them with: call-analysis ${list} list`,
  });
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
