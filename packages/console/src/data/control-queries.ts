/** What the fake is told to do: its faults, gates and rules. */
import type { InjectedFault, ListedEngineRule, OperationName } from "@call-analysis/mock";
import { queryOptions } from "@tanstack/react-query";
import type { Connection } from "../connection/connection.ts";
import type { Control } from "../connection/control.ts";

/** Reading them is for pages of the fake. */
type FakeConnection = Pick<Connection, "name"> & { control: Control };

/** A gate, and how many requests it holds now. */
export interface HeldGate {
  id: string;
  operation: OperationName;
  match: Record<string, unknown>;
  held: number;
}

/** How often the gates are read while there are some: no event says that a request has reached one. */
const gatesIntervalMs = 700;

/** The faults that still apply. */
export function faultsQuery({ control, name }: FakeConnection) {
  return queryOptions({
    queryKey: ["faults", name],
    queryFn: async ({ signal }) => (await control.get<{ faults: InjectedFault[] }>("/faults", signal)).faults,
  });
}

/** The gates that are not released. */
export function gatesQuery({ control, name }: FakeConnection) {
  return queryOptions({
    queryKey: ["gates", name],
    queryFn: async ({ signal }) => (await control.get<{ gates: HeldGate[] }>("/gates", signal)).gates,
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? gatesIntervalMs : false),
  });
}

/** The rules by which calls to come will end. */
export function rulesQuery({ control, name }: FakeConnection) {
  return queryOptions({
    queryKey: ["rules", name],
    queryFn: async ({ signal }) => (await control.get<{ rules: ListedEngineRule[] }>("/engine/rules", signal)).rules,
  });
}
