/** The routes of the control interface for the OpenAPI documents. */
import type { Paths } from "../api/route.js";
import type { Addresses } from "../core/addresses.js";
import { controlRoute } from "./control-route.js";

/** Routes of a document for each interface, with the address by which it is asked for. */
export function documentPaths(): Paths {
  // Each document is loaded when it is first asked for: most services never are.
  return {
    "/openapi.json": documentRoute(() => import("@call-analysis/sdk/openapi.json"), "baseUrl"),
    "/campaigns.openapi.json": documentRoute(
      () => import("@call-analysis/sdk/campaigns.openapi.json"),
      "campaignBaseUrl",
    ),
  };
}

function documentRoute(
  load: () => Promise<{ default: object }>,
  address: "baseUrl" | "campaignBaseUrl",
): Paths[string] {
  const respond = async ({ addresses }: { addresses: Addresses }) => {
    return { ...(await load()).default, servers: [{ url: addresses[address] }] };
  };
  return { GET: controlRoute({ respond }) };
}
