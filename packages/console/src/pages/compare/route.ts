import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";
import { compareSearch } from "./compare-search.ts";

export const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/compare",
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import("./compare-page.tsx"), "ComparePage"),
});
