import { isCompleted } from "@call-analysis/sdk";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Connection } from "../../connection/connection.ts";
import type { ListedCall } from "../../connection/control.ts";
import { type AssessedCall, type CriterionResult, resultsOf } from "./criteria.ts";

/** How many analyses are read at the same time. */
const atOnce = 6;

/** The results of the criteria of calls. Lists have none, so each analysis is read once; it never changes. */
export function criteriaQuery(connection: Connection, queries: QueryClient, calls: readonly ListedCall[]) {
  const { organization } = connection;
  return queryOptions({
    queryKey: ["criteria", organization.id, calls.map(({ id }) => id).join()],
    queryFn: ({ signal }) => readAll(calls, signal, (call) => queries.fetchQuery(resultsQuery(connection, call))),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readAll(
  calls: readonly ListedCall[],
  signal: AbortSignal,
  read: (call: ListedCall) => Promise<readonly CriterionResult[]>,
): Promise<AssessedCall[]> {
  const assessed: AssessedCall[] = [];
  const left = calls.values();
  const readNext = async () => {
    for (const call of left) {
      signal.throwIfAborted();
      assessed.push({ call, results: await read(call) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readNext));
  return assessed;
}

/** Ids begin again when a fake is reset, so an id alone is no key. */
function resultsQuery({ view, organization }: Connection, { id, createdAt, score, outcomeLabel }: ListedCall) {
  return queryOptions({
    queryKey: ["criteria-of", organization.id, id, createdAt, score, outcomeLabel],
    queryFn: async () => {
      const snapshot = await view.calls.getAnalysis(id);
      return isCompleted(snapshot) ? resultsOf(snapshot.analysis) : [];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
