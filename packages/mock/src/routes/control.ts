import { json } from "./exchange.js";
import type { Paths } from "./route.js";

/** Routes by which the fake itself is looked after, over HTTP. */
export function controlPaths(): Paths {
  return {
    "/health": {
      GET: { operation: "readHealth", access: "open", answer: () => json(200, { status: "ok" }) },
    },
  };
}
