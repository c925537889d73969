/** A proxy on a real socket before a fake of the service, and browsers' requests to it. */
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { createMockService, type MockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { CallAnalysis, type OperationId } from "@call-analysis/sdk";
import { createProxyHandler, type ProxyOptions } from "@call-analysis/sdk/proxy";
import { getRequestListener } from "@hono/node-server";
import { onTestFinished } from "vitest";
import { operations } from "../../src/contract/operations.js";
import { serveInTest } from "../support/local-server.ts";

export const serverKey = "test-key";
export const secret = "only-the-server-knows-this-text-0123456789";
export const basePath = "/call-analysis";

/** Every operation that a proxy can have. */
export const everything = Object.keys(operations) as OperationId[];

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

export interface ProxyServer {
  origin: string;
  send(request: BrowserRequest): Promise<Received>;
  /** An ordinary client, as a page would make it. */
  clientOf(user: string): CallAnalysis;
}

/** The options of a proxy of which users sign in by their name: `Authorization: Bearer asha`. */
export function proxyOptions(service: { baseUrl: string; campaignBaseUrl?: string }): ProxyOptions {
  const signedIn = /^Bearer ([a-z]+)$/;
  return {
    apiKey: serverKey,
    baseUrl: service.baseUrl,
    campaignBaseUrl: service.campaignBaseUrl,
    basePath,
    secret,
    allow: everything,
    authorize: ({ headers }) => {
      const [, userId] = signedIn.exec(headers.get("authorization") ?? "") ?? [];
      return userId === undefined ? null : { userId };
    },
  };
}

/** Starts a proxy on 127.0.0.1 that ends with the test. */
export async function startProxy(options: ProxyOptions): Promise<ProxyServer> {
  const server = createServer(getRequestListener(createProxyHandler(options), { overrideGlobalObjects: false }));
  const origin = await serveInTest(server);
  return { origin, send: (sent) => sendRaw(origin, sent), clientOf: (user) => browserClient(origin, user) };
}

/** Starts a fake of the service, and a proxy before it. */
export async function startProxiedMock(
  changes: Partial<ProxyOptions> = {},
): Promise<{ service: MockService; proxy: ProxyServer }> {
  const service = createMockService();
  const { url, close } = await serve(service, { port: 0 });
  onTestFinished(close);
  const proxy = await startProxy({ ...proxyOptions({ baseUrl: `${url}/v1`, campaignBaseUrl: url }), ...changes });
  return { service, proxy };
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

/** A grant of a user's, as the browser gets it. */
export async function grantTo(proxy: ProxyServer, user = "asha"): Promise<{ publicUrl: string; presignedUrl: string }> {
  return proxy.clientOf(user).calls.createUploadUrl({ filename: "call.wav", contentType: "audio/wav" });
}

/** The fields of a call of a user's own recording, in the demo organization. */
export async function callOf(proxy: ProxyServer, user = "asha") {
  const sdk = proxy.clientOf(user);
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const { publicUrl } = await grantTo(proxy, user);
  return { memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url: publicUrl };
}
