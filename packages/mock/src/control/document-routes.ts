/** The routes of the control interface for the OpenAPI documents. */
import type { Paths } from "../api/route.js";
import type { Addresses } from "../core/addresses.js";
import { controlRoute } from "./control-route.js";

interface PathItem {
  [field: string]: unknown;
  /** Only the campaign interface's paths have an address of their own. */
  servers?: unknown;
}

/** Routes of a document for each interface, with the address at which the service is now. */
export function documentPaths(addresses: () => Addresses): Paths {
  return {
    "/openapi.json": {
      GET: controlRoute({
        respond: () => documentAt(addresses().baseUrl, (path) => path.servers === undefined),
      }),
    },
    "/campaigns.openapi.json": {
      GET: controlRoute({
        respond: () => documentAt(addresses().campaignBaseUrl, (path) => path.servers !== undefined),
      }),
    },
  };
}

async function documentAt(url: string, isIncluded: (path: PathItem) => boolean): Promise<object> {
  // Loaded when it is first asked for: most services never are.
  const { default: document } = await import("@call-analysis/sdk/openapi.json");
  const paths = Object.entries<PathItem>(document.paths)
    .filter(([, path]) => isIncluded(path))
    .map(([name, { servers: _, ...path }]) => [name, path]);
  return { ...document, servers: [{ url }], paths: Object.fromEntries(paths) };
}
