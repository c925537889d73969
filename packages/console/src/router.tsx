/**
 * All pages and their addresses. Addresses are behind a `#`, so that any static host can serve them. No page is loaded on
 * demand: a fake that has stopped serves none, and the browser would show a white page.
 */
import { createHashHistory, createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { NotFound, RouteError, Shell } from "./layout/shell.tsx";
import { AgentsPage } from "./pages/agents/agents-page.tsx";
import { CallsPage } from "./pages/calls/calls-page.tsx";
import { callsSearch } from "./pages/calls/calls-search.ts";
import { CampaignsPage } from "./pages/campaigns/campaigns-page.tsx";
import { campaignsSearch } from "./pages/campaigns/campaigns-search.ts";
import { CategoriesPage, CategoryPage } from "./pages/categories/categories-page.tsx";
import { JournalPage } from "./pages/journal/journal-page.tsx";
import { journalSearch } from "./pages/journal/journal-search.ts";
import { RulesPage } from "./pages/rules/rules-page.tsx";
import { rulesSearch } from "./pages/rules/rules-search.ts";
import { ScorecardPage } from "./pages/scorecard/scorecard-page.tsx";
import { StatePage } from "./pages/state/state-page.tsx";
import { TrendsPage } from "./pages/trends/trends-page.tsx";
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

const callsRoute = createRoute({ getParentRoute, path: "/calls", validateSearch: callsSearch, component: CallsPage });

const scorecardRoute = createRoute({
  getParentRoute,
  path: "/calls/$callId",
  component: ScorecardPage,
});

const trendsRoute = createRoute({
  getParentRoute,
  path: "/trends",
  validateSearch: trendsSearch,
  component: TrendsPage,
});

const agentsRoute = createRoute({
  getParentRoute,
  path: "/agents",
  component: AgentsPage,
});

const categoriesRoute = createRoute({
  getParentRoute,
  path: "/categories",
  component: CategoriesPage,
});

const categoryRoute = createRoute({
  getParentRoute,
  path: "/categories/$categoryId",
  component: CategoryPage,
});

const campaignsRoute = createRoute({
  getParentRoute,
  path: "/campaigns",
  validateSearch: campaignsSearch,
  component: CampaignsPage,
});

const journalRoute = createRoute({
  getParentRoute,
  path: "/fake/journal",
  validateSearch: journalSearch,
  component: JournalPage,
});

// It has no component: the page shows the list and the entry, so that the list stays where it is.
const journalEntryRoute = createRoute({ getParentRoute: () => journalRoute, path: "$entryId" });

const rulesRoute = createRoute({
  getParentRoute,
  path: "/fake/rules",
  validateSearch: rulesSearch,
  component: RulesPage,
});

const stateRoute = createRoute({
  getParentRoute,
  path: "/fake/state",
  component: StatePage,
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
