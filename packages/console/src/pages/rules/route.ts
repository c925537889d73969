import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";
import type { RuleKind } from "../../operations/rule-texts.ts";
import { rulesSearch } from "./rules-search.ts";

export const rulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/fake/rules",
  validateSearch: rulesSearch,
  component: lazyRouteComponent(() => import("./rules-page.tsx"), "RulesPage"),
});

/** Addresses that there were before all rules were one list. */
export const earlierRuleRoutes = [earlierRoute("faults", "fault"), earlierRoute("gates", "gate")];

function earlierRoute(path: string, kind: RuleKind) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path: `/fake/${path}`,
    beforeLoad({ search }) {
      throw redirect({ to: "/fake/rules", search: { ...rulesSearch(search), kind } });
    },
  });
}
