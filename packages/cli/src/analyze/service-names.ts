/** The agents and categories of the service, as people name them: an agent by an id or an e-mail, which are one agent. */
import { type Agent, type CallAnalysis, PermissionDeniedError } from "@call-analysis/sdk";
import { closestMatch } from "leven";
import { usageError } from "../errors.js";

/** A row that can be named. */
type Named = Pick<Agent, "id" | "name"> & { email?: string };

/** Undefined for what the key may not list: it may still create calls, and then the service decides. */
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
 * The id of the agent or category that is meant.
 *
 * @param what the flag or column, for the message
 * @throws {CommandError} with the nearest one, when there is none
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
