/** Browsers' requests to a proxy on a real socket. */
import { type IncomingHttpHeaders, request } from "node:http";
import { CallAnalysis } from "@call-analysis/sdk";

export const basePath = "/call-analysis";

/** A request of a browser, as it is on the wire. */
export interface BrowserRequest {
  method?: string;
  /** Below the proxy's base path, sent exactly as it is. */
  path: string;
  headers?: Record<string, string>;
  /** A text as it is, or any other value as JSON. @default none */
  body?: unknown;
  /** Who sends it. @default "asha" */
  user?: string | undefined;
}

/** What a browser received. */
export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  // Tests look into it by what they expect.
  body: { data?: unknown; success?: boolean; error?: { code: string; message: string; fields: unknown[] } } | undefined;
  text: string;
}

/** A client as a page makes it; its key is its user's session. */
export function browserClient(origin: string, user: string): CallAnalysis {
  return new CallAnalysis({
    apiKey: user,
    baseUrl: `${origin}${basePath}/v1`,
    campaignBaseUrl: `${origin}${basePath}`,
    dangerouslyAllowBrowser: true,
    retry: { initialDelayMs: 1, maxDelayMs: 1 },
    poll: { initialDelayMs: 0, intervalMs: 1 },
  });
}

/** Sends a request without any change to its path, which `fetch` would normalize. */
export function sendRaw(origin: string, { method = "GET", path, headers, body, user = "asha" }: BrowserRequest) {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const ofBody: Record<string, string> = text === undefined ? {} : { "content-type": "application/json" };
  const { hostname, port } = new URL(origin);
  return new Promise<Received>((resolve, reject) => {
    const all = { ...ofBody, authorization: `Bearer ${user}`, ...headers };
    const outgoing = request({ hostname, port, method, path: `${basePath}${path}`, headers: all, agent: false });
    outgoing.on("response", async (response) => {
      let received = "";
      for await (const chunk of response.setEncoding("utf8")) received += chunk;
      const parsed = received === "" ? undefined : JSON.parse(received);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed, text: received });
    });
    outgoing.on("error", reject).end(text);
  });
}
