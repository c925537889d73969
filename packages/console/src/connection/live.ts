/**
 * Connects to the real service through a proxy on your server (`createProxyHandler` of the SDK). The proxy has the API
 * key; the browser never has one, and is known to the proxy by its session.
 */
import { CallAnalysis } from "@call-analysis/sdk";
import type { Connection } from "./connection.ts";

/**
 * The address of a proxy, without a slash at its end, from a path such as `/call-analysis` or a whole address.
 *
 * @throws {Error} that says what is wrong with it
 */
export function proxyUrlOf(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("/") && !/^https?:\/\//i.test(trimmed)) {
    throw new Error("Write a path that begins with a slash, or an address that begins with https://.");
  }
  if (!URL.canParse(trimmed, location.origin)) throw new Error("This is no address.");
  const url = new URL(trimmed, location.origin);
  if (url.username || url.password) throw new Error("An address with a password would be kept in this browser.");
  if (url.search || url.hash) throw new Error("The address must end with its path.");
  if (url.protocol !== "https:" && url.origin !== location.origin) {
    throw new Error("Another server than this page's must have https.");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/v1$/, "")}`;
}

/** The connection. Nothing is requested yet. */
export function connectLive(address: string): Connection {
  const root = proxyUrlOf(address);
  const { origin, host, protocol } = new URL(root);
  const isOwn = origin === location.origin;
  const client = new CallAnalysis({
    // The proxy replaces it.
    apiKey: "the-proxy-has-the-key",
    baseUrl: `${root}/v1`,
    campaignBaseUrl: root,
    dangerouslyAllowBrowser: true,
    // A page of a plain http address cannot be safer than its own server.
    dangerouslyAllowHttp: isOwn && protocol === "http:",
    logLevel: "off",
    ...(!isOwn && { fetch: fetchWithSession(root) }),
  });
  return {
    kind: "live",
    name: `live:${root}`,
    view: client,
    client,
    control: null,
    organization: { id: "live", name: host, campaigns: [] },
    organizations: [],
    isReadOnly: false,
  };
}

/** A proxy at another origin knows a person by the cookies of that origin. The store of the recordings gets none. */
function fetchWithSession(root: string): typeof globalThis.fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return fetch(input, url.startsWith(`${root}/`) ? { ...init, credentials: "include" } : init);
  };
}

/** The page's own policy does not allow a request. */
class ContentPolicyError extends Error {
  override readonly name = "ContentPolicyError";
}

/**
 * Reads the categories through a proxy, to try it, until the signal aborts.
 *
 * @throws {Error} when it cannot be used, and says why as far as a page can know
 */
export async function tryProxy(address: string, signal: AbortSignal): Promise<void> {
  const connection = connectLive(address);
  let isForbidden = false;
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    isForbidden ||= effectiveDirective === "connect-src";
  };
  document.addEventListener("securitypolicyviolation", onViolation);
  try {
    await connection.client.categories.list({ retry: { maxAttempts: 1 }, signal });
  } catch (error) {
    // The browser tells of the violation after the request has failed.
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (!isForbidden) throw error;
    const { origin } = new URL(proxyUrlOf(address));
    throw new ContentPolicyError(
      `The content security policy of this page allows no request to ${origin}. Serve the console from there, or add ${origin} to connect-src where it is served.`,
    );
  } finally {
    document.removeEventListener("securitypolicyviolation", onViolation);
  }
}
