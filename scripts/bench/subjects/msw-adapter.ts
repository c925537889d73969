/** All operations through msw's `setupServer`: by the fake's handlers, and by handlers that answer with fixed texts. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { createMockService } from "@call-analysis/mock";
import { createHandlers } from "@call-analysis/mock/msw";
import { rootPath } from "../harness/folders.ts";
import type { SubjectMaker } from "../harness/subject.ts";
import { type Place, placeOf, type Step, walk } from "./twelve-operations.ts";

/** The part of msw that is used. */
interface Msw {
  http: { all(url: string, resolver: () => Response): unknown };
  HttpResponse: new (text: string, init: ResponseInit) => Response;
  setupServer(...handlers: unknown[]): { listen(options: object): void };
}

export const subjects: Record<string, SubjectMaker> = { ours, "bare handlers": bareHandlers };

const unhandled = { onUnhandledRequest: "error", onUnhandledFrame: "error" };

async function ours() {
  const { setupServer } = await importMsw();
  const service = createMockService();
  setupServer(...createHandlers(service)).listen(unhandled);
  // Without it the store would grow with every walk, and the bare handlers have none.
  return async () => {
    service.reset();
    await walkThrough(placeOf(service));
  };
}

async function bareHandlers() {
  const { setupServer, http, HttpResponse } = await importMsw();
  const { place, steps } = await recordedWalk();
  const handlers = steps.map(({ url, method, response, text }) => {
    const { status, headers } = response;
    const [address = ""] = url.split("?");
    // The two methods of one address are told apart as a bare handler tells them: by its own method.
    const add = Reflect.get(http, method.toLowerCase()) as Msw["http"]["all"];
    return add(address, () => new HttpResponse(text, { status, headers: new Headers(headers) }));
  });
  setupServer(...handlers).listen(unhandled);
  return () => walkThrough(place);
}

async function recordedWalk(): Promise<{ place: Place; steps: Step[] }> {
  const service = createMockService();
  const { fetch: realFetch } = globalThis;
  globalThis.fetch = service.fetch;
  const place = placeOf(service);
  const steps: Step[] = [];
  for await (const step of walk(place)) steps.push(step);
  globalThis.fetch = realFetch;
  return { place, steps };
}

async function walkThrough(place: Place): Promise<void> {
  for await (const _step of walk(place)) {
    // Each step is read up by the walk itself.
  }
}

/** The copy of msw that the fake's handlers are made with: a second one would not know them. */
async function importMsw(): Promise<Msw> {
  const { resolve } = createRequire(rootPath("packages/mock/package.json"));
  const load = (specifier: string) => import(pathToFileURL(resolve(specifier)).href) as Promise<Msw>;
  return { ...(await load("msw")), ...(await load("msw/node")) };
}
