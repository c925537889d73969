/** What the fake is told to do: its rules. */
import type { Rule } from "@call-analysis/mock";
import { useQuery } from "@tanstack/react-query";
import { useConnection, useControl } from "../connection/connection.ts";

/** How often the rules are read while some of them hold requests: no event says that a request is held. */
const heldIntervalMs = 700;

/** All rules, in matching order. It is for pages of the fake. */
export function useRules() {
  const { name } = useConnection();
  const control = useControl();
  return useQuery({
    queryKey: ["rules", name],
    queryFn: async ({ signal }) => (await control.get<{ rules: Rule[] }>("/rules", signal)).rules,
    refetchInterval: ({ state }) => (state.data?.some(({ held }) => held !== undefined) ? heldIntervalMs : false),
  });
}
