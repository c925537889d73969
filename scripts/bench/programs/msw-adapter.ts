/** All operations through msw's `setupServer`, with the fake's handlers and with handlers that answer fixed texts. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { createMockService } from "@call-analysis/mock";
import { createHandlers } from "@call-analysis/mock/msw";
import type { Sides } from "./repeat.ts";
import { operations, type Place, placeOf, type Step } from "./twelve-operations.ts";

/** The part of msw that is used. */
interface Msw {
  http: { all(url: string, resolver: () => Response): unknown };
  HttpResponse: new (text: string, init: ResponseInit) => Response;
  setupServer(...handlers: unknown[]): { listen(options: object): void };
}

export const sides: Sides = { ours, "bare handlers": bareHandlers };

const unhandled = { onUnhandledRequest: "error", onUnhandledFrame: "error" };

async function ours() {
  const { setupServer } = await importMsw();
  const service = createMockService();
  setupServer(...createHandlers(service)).listen(unhandled);
  // Otherwise the store would grow in every turn, and the bare handlers have no store.
  return async () => {
    service.reset();
    await sendAll(placeOf(service));
  };
}

async function bareHandlers() {
  const { setupServer, http, HttpResponse } = await importMsw();
  const { place, steps } = await recordedSteps();
  const handlers = steps.map(({ url, method, response, text }) => {
    const { status, headers } = response;
    const [address = ""] = url.split("?");
    // A bare handler has one method, which distinguishes the requests to one address.
    const add = Reflect.get(http, method.toLowerCase()) as Msw["http"]["all"];
    return add(address, () => new HttpResponse(text, { status, headers: new Headers(headers) }));
  });
  setupServer(...handlers).listen(unhandled);
  return () => sendAll(place);
}

async function recordedSteps(): Promise<{ place: Place; steps: Step[] }> {
  const service = createMockService();
  const { fetch: realFetch } = globalThis;
  globalThis.fetch = service.fetch;
  const place = placeOf(service);
  const steps: Step[] = [];
  for await (const step of operations(place)) steps.push(step);
  globalThis.fetch = realFetch;
  return { place, steps };
}

async function sendAll(place: Place): Promise<void> {
  for await (const _step of operations(place)) {
    // The generator reads each response to its end.
  }
}

/** The copy of msw that makes the fake's handlers: another copy would not recognize them. */
async function importMsw(): Promise<Msw> {
  const { resolve } = createRequire(new URL("../../../packages/mock/package.json", import.meta.url));
  const load = (specifier: string) => import(pathToFileURL(resolve(specifier)).href) as Promise<Msw>;
  return { ...(await load("msw")), ...(await load("msw/node")) };
}
