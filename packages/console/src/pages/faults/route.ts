import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";
import { faultsSearch } from "./faults-search.ts";

export const faultsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/fake/faults",
  validateSearch: faultsSearch,
  component: lazyRouteComponent(() => import("./faults-page.tsx"), "FaultsPage"),
});
