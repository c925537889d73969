import { createRootRoute } from "@tanstack/react-router";
import { NotFound, RouteError, Shell } from "./shell.tsx";

/** The route above all pages. */
export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: RouteError });
