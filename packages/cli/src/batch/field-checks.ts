/** Whether the service knows the member and the category of a run: the service itself looks only when a recording is uploaded. */
import { AuthenticationError, type CallAnalysis, CallAnalysisError, NotFoundError } from "@call-analysis/sdk";
import { UsageError } from "../errors.js";
import { isAuthentication } from "../exit-codes.js";
import { nearestName } from "../nearest-name.js";
import type { CallFields } from "./runs.js";

/** @throws {UsageError} when there is no such category or member, with the nearest one, before anything is uploaded */
export async function checkFields(client: CallAnalysis, { categoryId, memberId }: CallFields): Promise<void> {
  await checkCategory(client, categoryId);
  await checkMember(client, memberId);
}

async function checkCategory(client: CallAnalysis, categoryId: string): Promise<void> {
  try {
    await client.categories.get(categoryId);
  } catch (error) {
    if (isAuthentication(error) || (CallAnalysisError.is(error) && /^(connection|timeout)$/.test(error.code)))
      throw error;
    if (!NotFoundError.is(error)) return;
    const known = await client.categories.list().catch(() => []);
    const byName = known.find(({ name }) => isSame(name, categoryId))?.id;
    const ids = known.map(({ id }) => id);
    const nearest = byName ?? nearestName(categoryId, ids);
    throw new UsageError(`--category: there is no category "${categoryId}". Nothing was uploaded.`, {
      hint: nearest ? `Did you mean ${nearest}?` : "List them with: call-analysis categories list",
      cause: error,
    });
  }
}

/** No single agent can be read. A key that may not list them may still create calls, so then the service decides. */
async function checkMember(client: CallAnalysis, memberId: string): Promise<void> {
  const known = await client.agents.list().catch((error: unknown) => {
    if (AuthenticationError.is(error)) throw error;
    return undefined;
  });
  if (!known) return;
  const ids = known.map(({ id }) => id);
  const emails = known.flatMap(({ email }) => email || []);
  if (ids.includes(memberId) || emails.some((email) => isSame(email, memberId))) return;
  const byName = known.find(({ name }) => isSame(name, memberId))?.email;
  const nearest = byName || nearestName(memberId, [...ids, ...emails]);
  throw new UsageError(`--member: there is no agent "${memberId}". Nothing was uploaded.`, {
    hint: nearest ? `Did you mean ${nearest}?` : "List them with: call-analysis agents list",
  });
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
