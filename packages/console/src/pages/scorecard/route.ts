import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";

export const scorecardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/calls/$callId",
  component: lazyRouteComponent(() => import("./scorecard-page.tsx"), "ScorecardPage"),
});
