/** The fields of calls as the service knows them: the agent's id, also where an e-mail was given, and a category that exists. */
import { AuthenticationError, type CallAnalysis, CallAnalysisError, NotFoundError } from "@call-analysis/sdk";
import { type CommandError, isAuthentication, usageError } from "../errors.js";
import { nearestName } from "../nearest-name.js";

type NamedAgent = { id: string; name: string; email: string };

/** The members and categories of the service, each read once. */
export class ServiceNames {
  readonly #client: CallAnalysis;
  #agents: Promise<NamedAgent[] | undefined> | undefined;
  readonly #categories = new Map<string, Promise<string>>();

  constructor(client: CallAnalysis) {
    this.#client = client;
  }

  /**
   * The id of a member, who is named by an id or an e-mail: both are one member.
   *
   * @param what the flag or column, for the message
   * @throws {CommandError} with the nearest one, when there is no such member
   */
  async memberId(member: string, what: string): Promise<string> {
    this.#agents ??= this.#client.agents.list().catch((error: unknown) => {
      if (AuthenticationError.is(error) || isUnreachable(error)) throw error;
      // A key that may not list agents may still create calls: then the service decides.
      return undefined;
    });
    const agents = await this.#agents;
    if (!agents) return member;
    const found =
      agents.find(({ id, email }) => id === member || email === member) ??
      agents.find(({ email }) => isSame(email, member));
    if (found) return found.id;
    const known = agents.map(({ id, email, name }) => ({ name, ids: [email, id].filter(Boolean) }));
    throw noSuch("agent", member, { what, known, list: "agents list" });
  }

  /** @throws {CommandError} with the nearest one, when there is no such category */
  categoryId(category: string, what: string): Promise<string> {
    const reading = this.#categories.get(category) ?? this.#readCategory(category, what);
    this.#categories.set(category, reading);
    return reading;
  }

  async #readCategory(category: string, what: string): Promise<string> {
    try {
      await this.#client.categories.get(category);
    } catch (error) {
      if (isAuthentication(error) || isUnreachable(error)) throw error;
      if (!NotFoundError.is(error)) return category;
      const listed = await this.#client.categories.list().catch(() => []);
      const known = listed.map(({ id, name }) => ({ name, ids: [id] }));
      throw noSuch("category", category, { what, known, list: "categories list" });
    }
    return category;
  }
}

/** The error of a name that the service does not have, with what was probably meant. */
function noSuch(
  kind: string,
  given: string,
  { what, known, list }: { what: string; known: { name: string; ids: string[] }[]; list: string },
): CommandError {
  const named = known.find(({ name }) => isSame(name, given))?.ids[0];
  const nearest =
    named ??
    nearestName(
      given,
      known.flatMap(({ ids }) => ids),
    );
  return usageError(`${what}: there is no ${kind} "${given}". Nothing was uploaded.`, {
    hint: nearest ? `Did you mean ${nearest}?` : `List them with: call-analysis ${list}`,
  });
}

function isUnreachable(error: unknown): boolean {
  return CallAnalysisError.is(error) && (error.code === "connection" || error.code === "timeout");
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
