import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";
import { CallsPage } from "./calls-page.tsx";
import { callsSearch } from "./calls-search.ts";

/** Not loaded on demand: it is the page that the console starts with. */
export const callsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/calls",
  validateSearch: callsSearch,
  component: CallsPage,
});
