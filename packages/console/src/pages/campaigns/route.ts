import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../layout/root-route.tsx";

export const campaignsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/campaigns",
  validateSearch: ({ campaign }: Record<string, unknown>): { campaign?: string } =>
    campaign === undefined || campaign === "" ? {} : { campaign: String(campaign) },
  component: lazyRouteComponent(() => import("./campaigns-page.tsx"), "CampaignsPage"),
});
