import { createMockService, type MockService, type MockServiceOptions } from "@call-analysis/mock";
import type { Door, Target } from "../target.ts";

const key = "contract-key";
const otherKey = "contract-other-key";

/** A fake for the cases: two organizations, each with a key of its own. */
export function createFake(options: MockServiceOptions = {}): MockService {
  return createMockService({ keys: { [key]: "First organization", [otherKey]: "Second organization" }, ...options });
}

/** What a target has to do with how the fake is reached. */
export interface FakeDoor {
  door: Door;
  fetch?: typeof globalThis.fetch;
  close?: () => Promise<void>;
}

/** A fake as a target; it must listen where it is to be reached already. */
export function fakeTarget(service: MockService, { door, fetch = service.fetch, close }: FakeDoor): Target {
  const { baseUrl, campaignBaseUrl } = service.addresses;
  const [campaign] = service.db.campaigns.list();
  return {
    door,
    fetch,
    baseUrl,
    apiKey: key,
    campaign: { baseUrl: campaignBaseUrl, apiKey: key, id: campaign?.id ?? "" },
    otherApiKey: otherKey,
    advanceClock: (milliseconds) => service.clock.advance(milliseconds),
    pollIntervalMs: 0,
    pollTimeoutMs: 20,
    generatedInputs: 15,
    close: close ?? (async () => {}),
  };
}
