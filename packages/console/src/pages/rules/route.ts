import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";

export const rulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/fake/rules",
  component: lazyRouteComponent(() => import("./rules-page.tsx"), "RulesPage"),
});
