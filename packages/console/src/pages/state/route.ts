import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";

export const stateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/fake/state",
  component: lazyRouteComponent(() => import("./state-page.tsx"), "StatePage"),
});
