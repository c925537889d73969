/** All operations through msw's `setupServer`, with the fake's handlers and with handlers that answer fixed texts. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { createMockService } from "@call-analysis/mock";
import { createHandlers } from "@call-analysis/mock/msw";
import { CallAnalysis } from "@call-analysis/sdk";
import type { Sides } from "./repeat.ts";

/** The part of msw that is used. */
interface Msw {
  http: { all(url: string, resolver: () => Response): unknown };
  HttpResponse: new (text: string, init: ResponseInit) => Response;
  setupServer(...handlers: unknown[]): { listen(options: object): void };
}

/** A request that the client has sent, and its response. */
interface Exchange {
  url: string;
  init: { method: string; headers: Headers; body: ArrayBuffer | undefined };
  response: Response;
  text: string;
}

export const sides: Sides = { ours, "bare handlers": bareHandlers };

const unhandled = { onUnhandledRequest: "error", onUnhandledFrame: "error" };

// After a reset, the fake gives the same ids: it takes the same requests again.
const service = createMockService({ clock: { startAt: "2026-01-31T10:00:00.000Z" } });
const exchanges = await recordAll();

async function ours() {
  const { setupServer } = await importMsw();
  setupServer(...createHandlers(service)).listen(unhandled);
  // Otherwise the store would grow in every turn, and the bare handlers have no store.
  return async () => {
    service.reset();
    await sendAll();
  };
}

async function bareHandlers() {
  const { setupServer, http, HttpResponse } = await importMsw();
  const handlers = exchanges.map(({ url, init, response: { status, headers }, text }) => {
    const [address = ""] = url.split("?");
    // A bare handler has one method, which distinguishes the requests to one address.
    const add = Reflect.get(http, init.method.toLowerCase()) as Msw["http"]["all"];
    return add(address, () => new HttpResponse(text, { status, headers: new Headers(headers) }));
  });
  setupServer(...handlers).listen(unhandled);
  return sendAll;
}

/** What the client sends when each operation is used once, as an application does. */
async function recordAll(): Promise<Exchange[]> {
  const recorded: Exchange[] = [];
  const recordingFetch: typeof fetch = async (input, options) => {
    const { url, method, headers, body } = new Request(input, options);
    const init = { method, headers, body: body ? await new Response(body).arrayBuffer() : undefined };
    const response = await service.fetch(url, init);
    recorded.push({ url, init, response, text: await response.clone().text() });
    return response;
  };
  const sdk = new CallAnalysis({ ...service.clientOptions(), fetch: recordingFetch });
  await sdk.agents.list();
  const agent = await sdk.agents.create({ name: "Ravi Iyer", email: "ravi.iyer@example.com" });
  await sdk.agents.update(agent.id, { name: "Ravi S. Iyer" });
  const [category] = await sdk.categories.list();
  const categoryId = category?.id ?? "";
  await sdk.categories.get(categoryId);
  const { publicUrl } = await sdk.calls.upload(new Uint8Array(4_096).fill(1), { filename: "call.wav" });
  await recordingFetch(publicUrl);
  const { callId } = await sdk.calls.create({ memberId: agent.id, categoryId, audio_url: publicUrl });
  await sdk.calls.getAnalysis(callId);
  const campaignId = service.db.campaigns.list()[0]?.id ?? "";
  await sdk.campaigns.addProspect(campaignId, { name: "Meera Nair", phone: "+919812345678" });
  await sdk.agents.delete(agent.id);
  return recorded;
}

/** Looks `fetch` up when called, so that msw can intercept it. */
async function sendAll(): Promise<void> {
  for (const { url, init, response } of exchanges) {
    const repeated = await fetch(url, init);
    await repeated.text();
    if (repeated.status !== response.status) throw new Error(`${init.method} ${url}: ${repeated.status}`);
  }
}

/** The copy of msw that makes the fake's handlers: another copy would not recognize them. */
async function importMsw(): Promise<Msw> {
  const { resolve } = createRequire(new URL("../../../packages/mock/package.json", import.meta.url));
  const load = (specifier: string) => import(pathToFileURL(resolve(specifier)).href) as Promise<Msw>;
  return { ...(await load("msw")), ...(await load("msw/node")) };
}
