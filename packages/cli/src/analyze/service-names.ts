/** The agents and categories of the service, as people name them: an agent by an id or an e-mail, which are one agent. */
import { AuthenticationError, type CallAnalysis, CallAnalysisError } from "@call-analysis/sdk";
import { usageError } from "../errors.js";
import { nearestName } from "../nearest-name.js";

/** What can be named. */
interface Named {
  id: string;
  name: string;
  email?: string;
}

/** Undefined for what the key may not list: it may still create calls, and then the service decides. */
export interface ServiceNames {
  agent: Named[] | undefined;
  category: Named[] | undefined;
}

/** Reads both lists. */
export async function readNames({ agents, categories }: CallAnalysis): Promise<ServiceNames> {
  const [agent, category] = await Promise.all([listed(agents.list()), listed(categories.list())]);
  return { agent, category };
}

async function listed<T>(list: Promise<T>): Promise<T | undefined> {
  try {
    return await list;
  } catch (error) {
    const isUnreachable = CallAnalysisError.is(error) && (error.code === "connection" || error.code === "timeout");
    if (AuthenticationError.is(error) || isUnreachable) throw error;
    return undefined;
  }
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
  const found =
    known.find(({ id, email }) => id === given || email === given) ?? known.find(({ email }) => isSame(email, given));
  if (found) return found.id;
  const named = known.find(({ name }) => isSame(name, given));
  const ids = known.flatMap(({ id, email }) => [id, ...(email ? [email] : [])]);
  const nearest = (named?.email || named?.id) ?? nearestName(given, ids);
  const list = kind === "agent" ? "agents" : "categories";
  throw usageError(`${what}: there is no ${kind} "${given}". Nothing was uploaded.`, {
    hint: nearest ? `Did you mean ${nearest}?` : `List them with: call-analysis ${list} list`,
  });
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
