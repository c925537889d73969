/** The fields of calls as the service knows them: the agent's id, also where an e-mail was given, and a category that exists. */
import { AuthenticationError, type CallAnalysis, CallAnalysisError, NotFoundError } from "@call-analysis/sdk";
import { isAuthentication, usageError } from "../errors.js";
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
    const byName = agents.find(({ name }) => isSame(name, member))?.email;
    const nearest = byName || nearestName(member, agents.flatMap(({ id, email }) => [id, email]).filter(Boolean));
    throw usageError(`${what}: there is no agent "${member}". Nothing was uploaded.`, {
      hint: nearest ? `Did you mean ${nearest}?` : "List them with: call-analysis agents list",
    });
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
    } catch (cause) {
      if (isAuthentication(cause) || isUnreachable(cause)) throw cause;
      if (!NotFoundError.is(cause)) return category;
      const known = await this.#client.categories.list().catch(() => []);
      const byName = known.find(({ name }) => isSame(name, category))?.id;
      const nearest =
        byName ??
        nearestName(
          category,
          known.map(({ id }) => id),
        );
      const hint = nearest ? `Did you mean ${nearest}?` : "List them with: call-analysis categories list";
      throw usageError(`${what}: there is no category "${category}". Nothing was uploaded.`, { hint, cause });
    }
    return category;
  }
}

function isUnreachable(error: unknown): boolean {
  return CallAnalysisError.is(error) && (error.code === "connection" || error.code === "timeout");
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
