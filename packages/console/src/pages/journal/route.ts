import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";
import { journalSearch } from "./journal-search.ts";

export const journalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/fake/journal",
  validateSearch: journalSearch,
  component: lazyRouteComponent(() => import("./journal-page.tsx"), "JournalPage"),
});

/** Has no component: the page shows the list and the entry, so that the list stays where it is. */
export const journalEntryRoute = createRoute({ getParentRoute: () => journalRoute, path: "$entryId" });
