/** All pages and their addresses. Addresses are behind a `#`, so that any static host can serve them. */
import { createHashHistory, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { rootRoute } from "./layout/root-route.tsx";
import { RouteError } from "./layout/shell.tsx";
import { agentsRoute } from "./pages/agents/route.ts";
import { callsRoute } from "./pages/calls/route.ts";
import { campaignsRoute } from "./pages/campaigns/route.ts";
import { categoriesRoute, categoryRoute } from "./pages/categories/route.ts";
import { compareRoute } from "./pages/compare/route.ts";
import { journalEntryRoute, journalRoute } from "./pages/journal/route.ts";
import { earlierRuleRoutes, rulesRoute } from "./pages/rules/route.ts";
import { scorecardRoute } from "./pages/scorecard/route.ts";
import { settingsRoute } from "./pages/settings/route.ts";
import { stateRoute } from "./pages/state/route.ts";
import { trendsRoute } from "./pages/trends/route.ts";

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/calls" });
  },
});

const routeTree = rootRoute.addChildren([
  startRoute,
  callsRoute,
  scorecardRoute,
  compareRoute,
  trendsRoute,
  agentsRoute,
  categoriesRoute,
  categoryRoute,
  campaignsRoute,
  journalRoute.addChildren([journalEntryRoute]),
  rulesRoute,
  ...earlierRuleRoutes,
  stateRoute,
  settingsRoute,
]);

/** The router of the application. */
export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  defaultPreload: "intent",
  // Of each page: the error stands in the page's place, and the navigation stays.
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
  scrollToTopSelectors: ["#main"],
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
