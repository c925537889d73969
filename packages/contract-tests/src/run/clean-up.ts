import { operations } from "@call-analysis/sdk/operations";
import type { UniqueValues } from "../case.ts";
import { dataOf, isSuccess } from "../contract/response-check.ts";
import { ContractViolation } from "../contract-violation.ts";
import { type RecordedResponse, RecordingClient } from "../recording-client.ts";
import type { Target } from "../targets/target.ts";

/** What no operation deletes, in words, by the operation that creates it: such as `calls` by `createCall`. */
const lasting = Object.fromEntries(
  Object.entries(operations)
    .filter(([, { path, repeat }]) => repeat === "unprocessed" && !isDeletable(path))
    .map(([operation]) => [operation, `${wordsOf(operation).replace(/^\S+ /, "")}s`]),
);

/** How many of each stay behind. */
export type LastingCreations = Readonly<Record<string, number>>;

/** What a run deleted, and what it leaves behind. */
export interface CleanUpResult extends LastingCreations {
  deletedAgents: number;
  /** Agents of the run that could not be deleted. */
  remainingAgents: number;
}

/** What tells the agents of a run from others. */
export interface CleanUpOptions {
  unique: UniqueValues;
  responses: readonly RecordedResponse[];
}

/**
 * Deletes every agent of a run: those whose creation returned an id, even in a response that violates the
 * document, and those of the list that have the run's mark.
 */
export async function cleanUp(target: Target, { unique, responses }: CleanUpOptions): Promise<CleanUpResult> {
  const client = new RecordingClient(target);
  const deleted = deletedIds(responses);
  const left = createdIds(responses).filter((id) => !deleted.includes(id));
  const ids = new Set([...left, ...((await markedIds(client, unique)) ?? [])]);
  let deletedAgents = 0;
  for (const id of ids) deletedAgents += (await deleteAgent(client, id)) ? 1 : 0;
  const remaining = await markedIds(client, unique);
  return {
    deletedAgents,
    remainingAgents: remaining?.length ?? ids.size - deletedAgents,
    ...lastingCreations(responses),
  };
}

/** Agents that the cases deleted themselves. */
function deletedIds(responses: readonly RecordedResponse[]): string[] {
  const deleted = responses.filter((response) => response.operation === "deleteAgent" && isSuccess(response));
  return deleted.map(({ request: { url } }) => decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? ""));
}

function createdIds(responses: readonly RecordedResponse[]): string[] {
  const created = responses.filter((response) => response.operation === "createAgent" && isSuccess(response));
  return created.flatMap((response) => idsOf([dataOf(response) ?? response.json]));
}

/** Reads the list even when it violates the document. Undefined when the service does not respond. */
async function markedIds(client: RecordingClient, { mark }: UniqueValues): Promise<string[] | undefined> {
  const response = await unlessSilent(client.sendUnchecked("listAgents"));
  const agents = response && (dataOf(response) ?? response.json);
  if (!Array.isArray(agents)) return undefined;
  return idsOf(agents.filter((agent) => JSON.stringify(agent).includes(mark)));
}

async function deleteAgent(client: RecordingClient, id: string): Promise<boolean> {
  const response = await unlessSilent(client.sendUnchecked("deleteAgent", { path: { id } }));
  return response !== undefined && isSuccess(response);
}

/** Undefined when the service does not respond. The agents that remain are then counted from what was created. */
async function unlessSilent(response: Promise<RecordedResponse>): Promise<RecordedResponse | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ContractViolation) return undefined;
    throw error;
  }
}

function idsOf(agents: unknown[]): string[] {
  const ids = agents.map((agent) => Reflect.get(Object(agent), "id") ?? Reflect.get(Object(agent), "memberId"));
  return ids.filter((id) => typeof id === "string" && id !== "");
}

/** Such as `4 calls, 2 prospects`. */
export function lastingText(counts: LastingCreations): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

/** How many of each were created that no operation deletes. */
export function lastingCreations(responses: readonly RecordedResponse[]): LastingCreations {
  const counts = Object.entries(lasting).map(([operation, name]) => [name, countOf(responses, operation)]);
  return Object.fromEntries(counts);
}

/** How many requests of an operation succeeded. */
export function countOf(responses: readonly RecordedResponse[], operation: string): number {
  return responses.filter((response) => response.operation === operation && isSuccess(response)).length;
}

function isDeletable(path: string): boolean {
  return Object.values(operations).some((other) => other.method === "DELETE" && other.path.startsWith(`${path}/{`));
}

/** `create call` for `createCall`. */
function wordsOf(operation: string): string {
  return operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
