/** A proxy before a fake of the service, and what browsers send to it. */
import { createMockService, type MockService } from "@call-analysis/mock";
import { CallAnalysis, type ClientOptions } from "@call-analysis/sdk";
import { operations } from "@call-analysis/sdk/operations";
import { createProxyHandler, type ProxyHandler, type ProxyOptions } from "@call-analysis/sdk/proxy";

export const serverKey = "the-servers-own-key-1234";
export const secret = "only-the-server-knows-this-text-0123456789";
export const origin = "https://app.example.com";
export const basePath = "/call-analysis";
export const timeoutMs = 5_000;

/** Every operation that a proxy can have. */
// The table's keys are the operationIds.
export const everything = Object.keys(operations) as (keyof typeof operations)[];

/** Users sign in by their name: `Authorization: Bearer asha`. */
export function authorize({ headers }: Request): { userId: string } | null {
  const [, userId] = /^Bearer ([a-z]+)$/.exec(headers.get("authorization") ?? "") ?? [];
  return userId === undefined ? null : { userId };
}

/** What a browser sends. */
export interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  /** @default "asha" */
  user?: string;
  signal?: AbortSignal;
}

/** What a browser receives. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it by what they expect.
  body: any;
}

export interface ProxiedService {
  service: MockService;
  handler: ProxyHandler;
  /** @param request such as `GET /v1/agents` */
  send(request: string, sent?: Sent): Promise<Received>;
  /** An ordinary client, as a page makes it: its requests go to the proxy, its uploads to the store. */
  clientOf(user: string, options?: ClientOptions): CallAnalysis;
  /** How many requests of an operation have reached the service. */
  asked(operation: Parameters<MockService["hold"]>[0]): number;
}

/** Everything that every proxy of these tests has. */
export const commonOptions = { apiKey: serverKey, basePath, secret, allow: everything, authorize, timeoutMs };

/** Starts a proxy before a fake, or before `changes.fetch`. */
export function startProxy(
  changes: Partial<ProxyOptions> = {},
  service = createMockService({ keys: { [serverKey]: "org" } }),
): ProxiedService {
  const { baseUrl, campaignBaseUrl } = service.clientOptions();
  const options = { ...commonOptions, baseUrl, campaignBaseUrl, fetch: service.fetch, ...changes };
  const handler = createProxyHandler(options);
  return {
    service,
    handler,
    send: (request, sent) => send(handler, request, sent),
    clientOf: (user, clientOptions) => pageClient({ handler, store: service.fetch }, user, clientOptions),
    asked: (operation) => service.journal.count({ operation }),
  };
}

/** Sends one request to a proxy, as a page does. */
export async function send(
  handler: ProxyHandler,
  request: string,
  { body, headers, user = "asha", signal }: Sent = {},
): Promise<Received> {
  const [method = "", path = ""] = request.split(" ");
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const init: RequestInit = {
    method,
    headers: { authorization: `Bearer ${user}`, "content-type": "application/json", ...headers },
    ...(text !== undefined && { body: text }),
    ...(signal && { signal }),
  };
  const response = await handler(new Request(`${origin}${basePath}${path}`, init));
  const received = await response.text();
  const parsed = received === "" ? undefined : JSON.parse(received);
  return { status: response.status, headers: response.headers, text: received, body: parsed };
}

function pageClient(
  { handler, store }: { handler: ProxyHandler; store: MockService["fetch"] },
  user: string,
  options: ClientOptions = {},
): CallAnalysis {
  return new CallAnalysis({
    apiKey: user,
    baseUrl: `${origin}${basePath}/v1`,
    campaignBaseUrl: `${origin}${basePath}`,
    fetch: (url, init) => (url.startsWith(origin) ? handler(new Request(url, init)) : store(url, init)),
    poll: { initialDelayMs: 0, intervalMs: 0 },
    retry: { initialDelayMs: 1, maxDelayMs: 1 },
    ...options,
  });
}

/** A recording. */
export const wav = new Blob([new Uint8Array(2_000).fill(7)], { type: "audio/wav" });

/** The fields of a call of a recording that a user has uploaded through the proxy. */
export async function uploadedCall({ clientOf, service }: ProxiedService, user = "asha") {
  const { publicUrl } = await clientOf(user).calls.upload(wav, { filename: "a.wav" });
  const [agent] = service.db.agents.list();
  const [category] = service.db.categories.list();
  return { memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url: publicUrl };
}

/** A service that gives one answer to everything, and notes what it is asked. */
export function scriptedFetch(answer: () => Response | Promise<Response>) {
  const requests: Request[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    requests.push(new Request(url, init));
    return answer();
  };
  return { fetch, requests };
}
