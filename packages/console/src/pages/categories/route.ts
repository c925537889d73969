import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";
import { sortSearch } from "../../ui/page-search.ts";

export const categoriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/categories",
  validateSearch: sortSearch,
  component: lazyRouteComponent(() => import("./categories-page.tsx"), "CategoriesPage"),
});

export const categoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/categories/$categoryId",
  component: lazyRouteComponent(() => import("./categories-page.tsx"), "CategoryPage"),
});
