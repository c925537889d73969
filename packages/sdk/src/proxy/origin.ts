/** From which pages a request may come: the proxy's own origin, and those that are listed. */
import type { Log } from "../request/log.js";
import { ProxyError, type Reply } from "./reply.js";

/**
 * Refuses a write that a page of another origin sends with the user's cookies. Without `Origin` and `Sec-Fetch-Site`
 * the sender is not a page but another server, which has no cookies to misuse.
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
  const found = `Origin ${origin}, Sec-Fetch-Site ${site}`;
  log(
    "warn",
    `A write was refused (${found}). The proxy is at ${ownOrigin}: list in origins where else its pages are.`,
  );
  throw new ProxyError(403, { code: "foreign_origin", message: "Pages of this origin may not send this request." });
}

/** The reply to a preflight: only pages of listed origins may send what needs one. */
export function preflightReply(origin: string | null, origins: ReadonlySet<string>, methods: string[]): Reply {
  if (origin === null || !origins.has(origin) || methods.length === 0) {
    throw new ProxyError(403, { code: "foreign_origin", message: "Pages of this origin may not use this path." });
  }
  const headers = {
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": "accept, authorization, content-type",
    "access-control-max-age": "600",
  };
  return { status: 204, body: undefined, headers };
}

/** The headers with which a page of a listed origin may read the response; none for all other pages. */
export function corsHeaders(origin: string | null, origins: ReadonlySet<string>): Record<string, string> {
  if (origins.size === 0) return {};
  const ofEach = { vary: "origin" };
  if (origin === null || !origins.has(origin)) return ofEach;
  return {
    ...ofEach,
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers": "retry-after, x-request-id",
  };
}
