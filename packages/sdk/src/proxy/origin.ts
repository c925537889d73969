/** Decides which pages may send a request: those of the proxy's own origin, and those of the listed origins. */
import type { Log } from "../request/log.js";
import { ProxyError, type Reply } from "./reply.js";

/**
 * Refuses a write from a page of another origin, which the browser sends with the user's cookies. A request without
 * `Origin` and `Sec-Fetch-Site` comes from another server, which has no cookies to misuse.
 *
 * @throws {ProxyError} 403
 */
export function checkOrigin(request: Request, { origins, log }: { origins: ReadonlySet<string>; log: Log }): void {
  if (request.method === "GET") return;
  const origin = request.headers.get("origin");
  if (origin !== null && origins.has(origin)) return;
  const site = request.headers.get("sec-fetch-site");
  const ownOrigin = new URL(request.url).origin;
  const isOwn = origin === null || origin === ownOrigin;
  if (isOwn && (site === null || site === "same-origin" || site === "none")) return;
  log("warn", () => {
    const found = `Origin ${origin}, Sec-Fetch-Site ${site}`;
    return `The proxy refused a request (${found}). The proxy's own origin is ${ownOrigin}. To allow another origin, add it to the option origins.`;
  });
  throw new ProxyError(403, { code: "foreign_origin", message: "Pages from this origin may not send this request." });
}

/** The reply to a preflight. Only pages of listed origins may send requests that need one. */
export function preflightReply(origin: string | null, origins: ReadonlySet<string>, methods: string[]): Reply {
  if (origin === null || !origins.has(origin) || methods.length === 0)
    throw new ProxyError(403, { code: "foreign_origin", message: "Pages from this origin may not use this path." });
  const headers = {
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": "accept, authorization, content-type",
    "access-control-max-age": "600",
  };
  return { status: 204, body: undefined, headers };
}

/** The headers that let a page of a listed origin read the response. None for other pages. */
export function corsHeaders(origin: string | null, origins: ReadonlySet<string>): Record<string, string> {
  if (origins.size === 0) return {};
  if (origin === null || !origins.has(origin)) return { vary: "origin" };
  return {
    vary: "origin",
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "retry-after, x-request-id",
  };
}
