import { callAnalysisProxy } from "../../../call-analysis.ts";

/** Everything below /call-analysis: what the page's client sends. */
async function handle(request: Request): Promise<Response> {
  return callAnalysisProxy()(withAddressOfBrowser(request));
}

/**
 * The proxy takes writes from pages of its own origin alone. `request.url` has a name that the server gave itself, such as
 * `localhost:3000`; the one in the browser's address bar is in `Host`. Next sets `X-Forwarded-Proto`, unless a server before it has done so.
 */
function withAddressOfBrowser(request: Request): Request {
  const { pathname, protocol, host } = new URL(request.url);
  const [scheme] = (request.headers.get("x-forwarded-proto") ?? protocol).split(/[:,]/);
  return new Request(`${scheme}://${request.headers.get("host") ?? host}${pathname}`, request);
}

export { handle as GET, handle as POST };
