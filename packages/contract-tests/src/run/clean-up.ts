import type { Fresh } from "../context/fresh.ts";
import { Departure } from "../departure.ts";
import { addressOf } from "../exchange/address.ts";
import { type Exchange, isSuccess } from "../exchange/exchange.ts";
import { RecordingClient } from "../exchange/recording-client.ts";
import type { Target } from "../target.ts";
import type { CleanUpResult } from "./outcome.ts";

/** What was made in a run. */
export interface Made {
  target: Target;
  fresh: Fresh;
  exchanges: readonly Exchange[];
}

/**
 * Deletes every agent of a run: those whose creation was answered with an id, whatever else the answer
 * was, and those of the list that have the run's mark.
 */
export async function cleanUp({ target, fresh, exchanges }: Made): Promise<CleanUpResult> {
  const client = new RecordingClient(target);
  const deleted = deletedIds(exchanges);
  const left = createdIds(exchanges).filter((id) => !deleted.includes(id));
  const ids = new Set([...left, ...((await markedIds(client, target, fresh)) ?? [])]);
  let deletedAgents = 0;
  for (const id of ids) deletedAgents += (await deleteAgent(client, target, id)) ? 1 : 0;
  const remaining = await markedIds(client, target, fresh);
  return {
    deletedAgents,
    remainingAgents: remaining?.length ?? ids.size - deletedAgents,
    calls: countOf(exchanges, "createCall"),
    prospects: countOf(exchanges, "addProspect"),
  };
}

function createdIds(exchanges: readonly Exchange[]): string[] {
  const created = exchanges.filter((exchange) => exchange.operation === "createAgent" && isSuccess(exchange));
  return created.flatMap(({ json }) => idsOf([Reflect.get(Object(json), "data") ?? json]));
}

/** Agents that the cases deleted themselves. */
function deletedIds(exchanges: readonly Exchange[]): string[] {
  const deleted = exchanges.filter((exchange) => exchange.operation === "deleteAgent" && isSuccess(exchange));
  return deleted.map(({ request: { url } }) => decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? ""));
}

/** Not held against the document, for what departs from it must be cleaned up all the same; undefined without an answer. */
async function markedIds(client: RecordingClient, target: Target, { mark }: Fresh): Promise<string[] | undefined> {
  const answer = await request(client, target, "listAgents");
  const agents = Reflect.get(Object(answer?.json), "data") ?? answer?.json;
  if (!Array.isArray(agents)) return undefined;
  return idsOf(agents.filter((agent) => JSON.stringify(agent).includes(mark)));
}

async function deleteAgent(client: RecordingClient, target: Target, id: string): Promise<boolean> {
  const answer = await request(client, target, "deleteAgent", { id });
  return answer !== undefined && isSuccess(answer);
}

/** Undefined when the service does not answer: what is left is then counted by what was made. */
async function request(
  client: RecordingClient,
  target: Target,
  operation: "listAgents" | "deleteAgent",
  path: Record<string, string> = {},
): Promise<Exchange | undefined> {
  const method = operation === "listAgents" ? "GET" : "DELETE";
  const init = { method, headers: { authorization: `Bearer ${target.apiKey}` } };
  try {
    return await client.exchange(operation, addressOf(operation, target, path), init);
  } catch (error) {
    if (error instanceof Departure) return undefined;
    throw error;
  }
}

function idsOf(agents: unknown[]): string[] {
  const ids = agents.map((agent) => Reflect.get(Object(agent), "id") ?? Reflect.get(Object(agent), "memberId"));
  return ids.filter((id) => typeof id === "string" && id !== "");
}

function countOf(exchanges: readonly Exchange[], operation: Exchange["operation"]): number {
  return exchanges.filter((exchange) => exchange.operation === operation && isSuccess(exchange)).length;
}
