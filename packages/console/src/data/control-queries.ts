/** What the fake is told to do: its rules. */
import type { Rule } from "@call-analysis/mock";
import { queryOptions } from "@tanstack/react-query";
import type { Connection } from "../connection/connection.ts";
import type { Control } from "../connection/control.ts";

/** Reading them is for pages of the fake. */
type FakeConnection = Pick<Connection, "name"> & { control: Control };

/** How often the rules are read while some of them hold requests: no event says that a request is held. */
const heldIntervalMs = 700;

/** All rules, in the order in which they are tried. */
export function rulesQuery({ control, name }: FakeConnection) {
  return queryOptions({
    queryKey: ["rules", name],
    queryFn: async ({ signal }) => (await control.get<{ rules: Rule[] }>("/rules", signal)).rules,
    refetchInterval: ({ state }) => (state.data?.some(({ held }) => held !== undefined) ? heldIntervalMs : false),
  });
}
