import { callAnalysisProxy } from "../../../call-analysis.ts";

/** The requests of the page's client: everything below /call-analysis. */
async function handle(request: Request): Promise<Response> {
  return callAnalysisProxy()(withAddressOfBrowser(request));
}

/**
 * The proxy accepts writes only from pages of its own origin. `request.url` has the server's own name, such as
 * `localhost:3000`; `Host` has the name in the browser's address bar. Next sets `X-Forwarded-Proto`, unless a server
 * before it did.
 */
function withAddressOfBrowser(request: Request): Request {
  const { pathname, protocol, host } = new URL(request.url);
  const [scheme] = (request.headers.get("x-forwarded-proto") ?? protocol).split(/[:,]/);
  return new Request(`${scheme}://${request.headers.get("host") ?? host}${pathname}`, request);
}

export { handle as GET, handle as POST };
