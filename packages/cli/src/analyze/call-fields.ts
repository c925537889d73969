/** The fields of calls as the service knows them: the agent's id, also where an e-mail was given, and a category that exists. */
import { AuthenticationError, type CallAnalysis, CallAnalysisError, NotFoundError } from "@call-analysis/sdk";
import { UsageError } from "../errors.js";
import { isAuthentication } from "../exit-codes.js";
import { nearestName } from "../nearest-name.js";

/** The members and categories of the service, each read once. */
export class ServiceNames {
  readonly #client: CallAnalysis;
  #agents: Promise<{ id: string; name: string; email: string }[] | undefined> | undefined;
  readonly #categories = new Map<string, Promise<string>>();

  constructor(client: CallAnalysis) {
    this.#client = client;
  }

  /**
   * The id of a member, who is named by an id or an e-mail: both are one member.
   *
   * @throws {UsageError} with the nearest one, when there is no such member
   */
  async memberId(member: string, { what }: { what: string }): Promise<string> {
    this.#agents ??= listAgents(this.#client);
    const agents = await this.#agents;
    // A key that may not list agents may still create calls: then the service decides.
    if (!agents) return member;
    const found =
      agents.find(({ id, email }) => id === member || email === member) ??
      agents.find(({ email }) => isSame(email, member));
    if (found) return found.id;
    const byName = agents.find(({ name }) => isSame(name, member))?.email;
    const nearest =
      byName ||
      nearestName(
        member,
        agents.flatMap(({ id, email }) => [id, email || []].flat()),
      );
    throw new UsageError(`${what}: there is no agent "${member}". Nothing was uploaded.`, {
      hint: nearest ? `Did you mean ${nearest}?` : "List them with: call-analysis agents list",
    });
  }

  /** @throws {UsageError} with the nearest one, when there is no such category */
  categoryId(category: string, { what }: { what: string }): Promise<string> {
    const known = this.#categories.get(category);
    if (known) return known;
    const reading = readCategory(this.#client, category, what).then(() => category);
    this.#categories.set(category, reading);
    return reading;
  }
}

async function listAgents(client: CallAnalysis): Promise<{ id: string; name: string; email: string }[] | undefined> {
  try {
    return await client.agents.list();
  } catch (error) {
    if (AuthenticationError.is(error) || isUnreachable(error)) throw error;
    return undefined;
  }
}

async function readCategory(client: CallAnalysis, category: string, what: string): Promise<void> {
  try {
    await client.categories.get(category);
  } catch (error) {
    if (isAuthentication(error) || isUnreachable(error)) throw error;
    if (!NotFoundError.is(error)) return;
    const known = await client.categories.list().catch(() => []);
    const byName = known.find(({ name }) => isSame(name, category))?.id;
    const nearest =
      byName ??
      nearestName(
        category,
        known.map(({ id }) => id),
      );
    throw new UsageError(`${what}: there is no category "${category}". Nothing was uploaded.`, {
      hint: nearest ? `Did you mean ${nearest}?` : "List them with: call-analysis categories list",
      cause: error,
    });
  }
}

function isUnreachable(error: unknown): boolean {
  return CallAnalysisError.is(error) && /^(connection|timeout)$/.test(error.code);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
