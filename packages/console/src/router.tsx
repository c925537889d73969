/** All pages and their addresses. Addresses are behind a `#`, so that any static host can serve them. */
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { NotFound, RouteError, Shell } from "./layout/shell.tsx";
import { CallsPage } from "./pages/calls/calls-page.tsx";
import { callsSearch } from "./pages/calls/calls-search.ts";
import { campaignsSearch } from "./pages/campaigns/campaigns-search.ts";
import { journalSearch } from "./pages/journal/journal-search.ts";
import { rulesSearch } from "./pages/rules/rules-search.ts";
import { trendsSearch } from "./pages/trends/trends-search.ts";

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: RouteError });

const getParentRoute = () => rootRoute;

const startRoute = createRoute({
  getParentRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/calls" });
  },
});

// Not loaded on demand: it is the page that the console starts with.
const callsRoute = createRoute({ getParentRoute, path: "/calls", validateSearch: callsSearch, component: CallsPage });

const scorecardRoute = createRoute({
  getParentRoute,
  path: "/calls/$callId",
  component: lazyRouteComponent(() => import("./pages/scorecard/scorecard-page.tsx"), "ScorecardPage"),
});

const trendsRoute = createRoute({
  getParentRoute,
  path: "/trends",
  validateSearch: trendsSearch,
  component: lazyRouteComponent(() => import("./pages/trends/trends-page.tsx"), "TrendsPage"),
});

const agentsRoute = createRoute({
  getParentRoute,
  path: "/agents",
  component: lazyRouteComponent(() => import("./pages/agents/agents-page.tsx"), "AgentsPage"),
});

const categoriesRoute = createRoute({
  getParentRoute,
  path: "/categories",
  component: lazyRouteComponent(() => import("./pages/categories/categories-page.tsx"), "CategoriesPage"),
});

const categoryRoute = createRoute({
  getParentRoute,
  path: "/categories/$categoryId",
  component: lazyRouteComponent(() => import("./pages/categories/categories-page.tsx"), "CategoryPage"),
});

const campaignsRoute = createRoute({
  getParentRoute,
  path: "/campaigns",
  validateSearch: campaignsSearch,
  component: lazyRouteComponent(() => import("./pages/campaigns/campaigns-page.tsx"), "CampaignsPage"),
});

const journalRoute = createRoute({
  getParentRoute,
  path: "/fake/journal",
  validateSearch: journalSearch,
  component: lazyRouteComponent(() => import("./pages/journal/journal-page.tsx"), "JournalPage"),
});

// It has no component: the page shows the list and the entry, so that the list stays where it is.
const journalEntryRoute = createRoute({ getParentRoute: () => journalRoute, path: "$entryId" });

const rulesRoute = createRoute({
  getParentRoute,
  path: "/fake/rules",
  validateSearch: rulesSearch,
  component: lazyRouteComponent(() => import("./pages/rules/rules-page.tsx"), "RulesPage"),
});

const stateRoute = createRoute({
  getParentRoute,
  path: "/fake/state",
  component: lazyRouteComponent(() => import("./pages/state/state-page.tsx"), "StatePage"),
});

const routeTree = rootRoute.addChildren([
  startRoute,
  callsRoute,
  scorecardRoute,
  trendsRoute,
  agentsRoute,
  categoriesRoute,
  categoryRoute,
  campaignsRoute,
  journalRoute.addChildren([journalEntryRoute]),
  rulesRoute,
  stateRoute,
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
