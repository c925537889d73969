/**
 * Runs the fake inside this page, for hosts that serve nothing but files. One tab has the fake and saves its state; other
 * tabs show what is saved, and change nothing.
 */
import { config } from "zod/v4/core";
import { type Connection, clientsOf } from "./connection.ts";
import { Control } from "./control.ts";
import { InPageState } from "./in-page-state.ts";
import { chosenOrganization } from "./organization.ts";

/** Names the fake in the page: its lock, its channel, and what is kept for it. */
const name = "call-analysis-console:in-page";

const origin = "https://fake.in-page.test";

/** Calls go on by the clock, which has a place on every page. */
const progression = { mode: "time", processingMs: 4_000, pendingMs: 6_000 } as const;

/** Starts the fake with the state that this browser has. */
export async function connectInPage(): Promise<Connection> {
  const isOwner = await takeOwnership();
  // Before its schemas are made: the page's policy forbids the code that they would compile, and the browser reports the attempt.
  config({ jitless: true });
  // Only a page without a server needs the whole fake.
  const { createMockService } = await import("@call-analysis/mock");
  const addresses = { baseUrl: `${origin}/v1`, campaignBaseUrl: origin };
  const controlUrl = `${origin}/__mock__`;
  const service = createMockService({ ...addresses, storageUrl: `${origin}/storage`, controlUrl, progression });
  const state = new InPageState(new Control({ url: controlUrl, fetch: service.fetch }));
  await state.load();
  if (isOwner) await state.loadRules();
  const fetch = isOwner ? savingFetch(service.fetch, state) : readingFetch(service.fetch);
  if (!isOwner) followOwner(state);
  const control = new Control({ url: controlUrl, fetch });
  const organizations = await control.organizations();
  const organization = chosenOrganization(organizations);
  const clients = clientsOf({ control, ...addresses, apiKey: organization.key, fetch });
  return { kind: "in page", name, control, organization, organizations, isReadOnly: !isOwner, ...clients };
}

/** Whether this tab has the fake from now on. If not, it takes over as soon as the other tab is closed. */
async function takeOwnership(): Promise<boolean> {
  const forever = new Promise<never>(() => {});
  const isOwner = await new Promise<boolean>((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? forever : undefined;
    });
  });
  if (!isOwner) void navigator.locks.request(name, async () => location.reload());
  return isOwner;
}

/** A change is saved before its response comes, so that nothing is lost that anybody knows of. */
function savingFetch(fetch: typeof globalThis.fetch, state: InPageState): typeof globalThis.fetch {
  const channel = new BroadcastChannel(name);
  return async (input, init) => {
    const request = new Request(input, init);
    const isChange = mayChange(request);
    const response = await fetch(request);
    if (!isChange) return response;
    await state.save();
    channel.postMessage("saved");
    return response;
  };
}

/** A poll counts, so it is a change too, unless it only looks. */
function mayChange({ method, url }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return true;
  return url.startsWith(`${origin}/v1/calls/`);
}

function readingFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (!mayChange(request)) return fetch(request);
    const message = "Another tab has this fake. Make changes there, or close it.";
    return Response.json({ error: { code: "read_only", message, fields: [] } }, { status: 409 });
  };
}

/** Loads again whenever the other tab has saved. Loading is a change, of which the events tell the pages. */
function followOwner(state: InPageState): void {
  new BroadcastChannel(name).onmessage = () => void state.load();
}
