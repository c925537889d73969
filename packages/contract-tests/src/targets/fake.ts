import { createMockService, type MockService, type MockServiceOptions } from "@call-analysis/mock";
import { createHandlers } from "@call-analysis/mock/msw";
import { serve } from "@call-analysis/mock/server";
import { setupServer } from "msw/node";
import type { Target, TargetName } from "./target.ts";

/** How a fake is reached. */
export interface FakeTargetOptions {
  name: TargetName;
  /** @default the service's own `fetch`, in process */
  fetch?: typeof globalThis.fetch;
  /** @default does nothing */
  close?: () => Promise<void>;
}

const apiKey = "contract-key";
const otherApiKey = "contract-other-key";

/** Starts a fake behind each of its adapters, by the adapter's name. */
export const fakeAdapters: Readonly<Record<Exclude<TargetName, "live">, () => Promise<Target>>> = {
  async fetch() {
    return fakeTarget(createFake(), { name: "fetch" });
  },
  async msw() {
    const service = createFake();
    const server = setupServer(...createHandlers(service));
    server.listen({ onUnhandledFrame: "error" });
    return fakeTarget(service, {
      name: "msw",
      fetch: (input, init) => globalThis.fetch(input, init),
      close: async () => server.close(),
    });
  },
  async http() {
    const service = createFake();
    const server = await serve(service, { port: 0 });
    return fakeTarget(service, { name: "http", fetch: globalThis.fetch, close: () => server.close() });
  },
};

/** Creates a fake for the cases: it has two organizations, each with its own key, and the default of every policy. */
export function createFake({ policies, ...options }: MockServiceOptions = {}): MockService {
  const keys = { [apiKey]: "First organization", [otherApiKey]: "Second organization" };
  // The one policy that the demo sets.
  return createMockService({ keys, ...options, policies: { undocumentedFields: "null", ...policies } });
}

/** A fake as a target. A fake that is reached over a network must already be listening. */
export function fakeTarget(
  service: MockService,
  { name, fetch = service.fetch, close = async () => {} }: FakeTargetOptions,
): Target {
  const { baseUrl, campaignBaseUrl } = service.addresses;
  const [campaign] = service.db.campaigns.list();
  return {
    name,
    fetch,
    baseUrl,
    apiKey,
    campaign: { baseUrl: campaignBaseUrl, apiKey, id: campaign?.id ?? "" },
    otherApiKey,
    advanceClock: (milliseconds) => service.clock.advance(milliseconds),
    pollIntervalMs: 0,
    pollTimeoutMs: 20,
    generatedInputs: 15,
    close,
  };
}
