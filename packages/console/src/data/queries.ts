/** The data that several pages show. A page that alone needs something has its own queries beside it. */

import type { JournalEntry, Rule } from "@call-analysis/mock";
import { type AnalysisSnapshot, isCompleted } from "@call-analysis/sdk";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type Connection, useConnection, useControl } from "../connection/connection.ts";
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

/** Which calls are listed. */
export interface CallFilter
  extends Partial<Record<"id" | "memberId" | "categoryId" | "status" | "outcomeLabel", string | undefined>> {
  /** A text to find in the recording's address, the id, the names, and the user-defined fields. */
  q?: string | undefined;
}

/** A page of calls. */
interface CallsPage {
  /** The newest first. */
  calls: ListedCall[];
  /** How many calls the filter finds, and how many there are. */
  found: number;
  all: number;
}

/** How many calls a list reads at a time. */
const pageLength = 100;

/** The calls of the organization that a filter finds, page by page, the newest first. */
export function callsQuery(connection: Connection, filter: CallFilter = {}) {
  return infiniteQueryOptions({
    queryKey: keyOf("calls", connection, "list", filter),
    queryFn: ({ pageParam: before, signal }) => readCalls(connection, { ...filter, last: pageLength, before }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ calls }) => (calls.length < pageLength ? undefined : calls.at(-1)?.id),
    placeholderData: keepPreviousData,
  });
}

/** The latest calls that a filter finds, in one page. */
export function latestCallsQuery(connection: Connection, query: CallFilter & { last: number }) {
  return queryOptions({
    queryKey: keyOf("calls", connection, "latest", query),
    queryFn: ({ signal }) => readCalls(connection, query, signal),
    placeholderData: keepPreviousData,
  });
}

/** A call as it is listed; undefined for one that is not there. */
export function useListedCall(callId: string): ListedCall | undefined {
  return useQuery(latestCallsQuery(useConnection(), { last: 1, id: callId })).data?.calls[0];
}

/** As many of the calls as are wanted, read in pages. With their analyses, completed calls alone are listed. */
export async function readManyCalls(
  connection: Connection,
  { last, ...query }: CallFilter & { last: number; analyses?: "all" },
  signal?: AbortSignal,
): Promise<ListedCall[]> {
  const calls: ListedCall[] = [];
  const length = query.analyses ? 50 : 1_000;
  for (;;) {
    const before = calls.at(-1)?.id;
    const page = await readCalls(connection, { ...query, last: Math.min(length, last - calls.length), before }, signal);
    calls.push(...page.calls);
    if (page.calls.length < length || calls.length >= last) return calls;
  }
}

async function readCalls(
  { control, organization }: Connection,
  query: CallFilter & { last: number; before?: string | undefined; analyses?: "all" | undefined },
  signal?: AbortSignal,
): Promise<CallsPage> {
  const given = Object.entries({ ...query, organizationId: organization.id }).filter(([, value]) => value);
  const fields = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const page = await control.get<CallsPage>(`/calls?${fields}`, signal);
  return { ...page, calls: page.calls.toReversed() };
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

/** The requests that rules hold now: the journal has each once it has ended. */
export function useHeldRequests(): readonly JournalEntry[] {
  const control = useControl();
  const counts = useRules().data?.map(({ held = 0 }) => held) ?? [];
  const isHolding = counts.some((count) => count > 0);
  const { data = [] } = useQuery({
    queryKey: ["rules", "held", counts],
    queryFn: async ({ signal }) => (await control.get<{ entries: JournalEntry[] }>("/journal/held", signal)).entries,
    enabled: isHolding,
    placeholderData: keepPreviousData,
  });
  return isHolding ? data : [];
}
