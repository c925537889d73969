/** The data that several pages show. A page that alone needs something has its own queries beside it. */

import type { Rule } from "@call-analysis/mock";
import { type AnalysisSnapshot, isCompleted } from "@call-analysis/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Connection, useControl } from "../connection/connection.ts";
import type { ListedCall } from "../connection/control.ts";
import type { Area } from "./freshness.ts";

/** The first part of a key is the area, so that events of the fake find it. The second is the organization. */
function keyOf(area: Area, { organization }: Connection, ...parts: readonly unknown[]) {
  return [area, organization.id, ...parts] as const;
}

/** The agents of the organization. */
export function agentsQuery(connection: Connection) {
  return queryOptions({
    queryKey: keyOf("agents", connection, "list"),
    queryFn: ({ signal }) => connection.view.agents.list({ signal }),
  });
}

/** The categories of the organization, without their configuration. */
export function categoriesQuery(connection: Connection) {
  return queryOptions({
    queryKey: keyOf("categories", connection, "list"),
    queryFn: ({ signal }) => connection.view.categories.list({ signal }),
  });
}

/** A category with its whole configuration. */
export function categoryQuery(connection: Connection, categoryId: string) {
  return queryOptions({
    queryKey: keyOf("categories", connection, "detail", categoryId),
    queryFn: ({ signal }) => connection.view.categories.get(categoryId, { signal }),
  });
}

/** The calls of the organization, the newest first. */
export function callsQuery(connection: Connection) {
  return queryOptions({
    queryKey: keyOf("calls", connection, "list"),
    queryFn: async ({ signal }) => ownCalls(connection, await connection.control.calls(signal)),
  });
}

/** How many calls are shown before all of them are there. */
const latestCount = 100;

/** The calls that were created last: of very many calls these are there at once. */
export function latestCallsQuery(connection: Connection) {
  return queryOptions({
    queryKey: keyOf("calls", connection, "latest"),
    queryFn: async ({ signal }) => ownCalls(connection, await connection.control.latestCalls(latestCount, signal)),
  });
}

/** The calls of the organization that is shown, the newest first. */
function ownCalls({ organization }: Connection, calls: readonly ListedCall[]): ListedCall[] {
  return calls.filter(({ organizationId }) => organizationId === organization.id).reverse();
}

/** A call with what there is of its analysis. */
export function callQuery(connection: Connection, callId: string) {
  return queryOptions({
    queryKey: keyOf("calls", connection, "detail", callId),
    queryFn: ({ signal }) => connection.view.calls.getAnalysis(callId, { signal }),
  });
}

/** The specification does not list the statuses: these are the ones that the client takes for an end. */
const failures = ["failed", "error", "cancelled", "canceled", "rejected", "expired"];

/** Whether a call changes no more. */
export function isFinal(snapshot: AnalysisSnapshot): boolean {
  return isCompleted(snapshot) || failures.includes(snapshot.status);
}

/** The fake's clock. */
export function clockQuery(connection: Connection) {
  return queryOptions({
    queryKey: keyOf("clock", connection),
    queryFn: ({ signal }) => connection.control.clock(signal),
  });
}

/** How often the rules are read while some of them hold requests: no event says that a request is held. */
const heldIntervalMs = 700;

/** All rules, in matching order. */
export function useRules() {
  const control = useControl();
  return useQuery({
    queryKey: ["rules"],
    queryFn: async ({ signal }) => (await control.get<{ rules: Rule[] }>("/rules", signal)).rules,
    refetchInterval: ({ state }) => (state.data?.some(({ held }) => held !== undefined) ? heldIntervalMs : false),
  });
}
