import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";

export const gatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/fake/gates",
  component: lazyRouteComponent(() => import("./gates-page.tsx"), "GatesPage"),
});
