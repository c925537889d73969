import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";
import { trendsSearch } from "./trends-search.ts";

export const trendsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/trends",
  validateSearch: trendsSearch,
  component: lazyRouteComponent(() => import("./trends-page.tsx"), "TrendsPage"),
});
