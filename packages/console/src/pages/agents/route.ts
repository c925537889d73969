import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";
import { sortSearch } from "../../ui/page-search.ts";

export const agentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/agents",
  validateSearch: sortSearch,
  component: lazyRouteComponent(() => import("./agents-page.tsx"), "AgentsPage"),
});
