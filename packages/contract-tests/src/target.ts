/** The services that cases run on: the fake through each of its adapters, and the live service. */
import { createMockService, type MockService, type MockServiceOptions } from "@call-analysis/mock";
import { createHandlers } from "@call-analysis/mock/msw";
import { serve } from "@call-analysis/mock/server";
import { setupServer } from "msw/node";
import type { AnyOperation } from "./operation.ts";

/** How a target is reached: the fake through one of its adapters, or the live service. */
export type TargetName = "fetch" | "msw" | "http" | "live";

/** Features of a target, besides the external interface, that a case can need. */
export type Capability = "campaign" | "other organization" | "clock";

/** Sends a request. Injected faults recognize their requests by the operation. */
export type SendRequest = (url: string, init: RequestInit, operation: AnyOperation) => Promise<Response>;

/** The campaign interface, and a campaign to which cases may add prospects. */
export interface CampaignTarget {
  baseUrl: string;
  apiKey: string;
  id: string;
}

/** A service that cases run on. */
export interface Target {
  name: TargetName;
  send: SendRequest;
  /** The external interface; ends with the version segment. */
  baseUrl: string;
  apiKey: string;
  campaign?: CampaignTarget | undefined;
  /** A key of another organization. */
  otherApiKey?: string | undefined;
  /** Moves the service's clock, in milliseconds. Only the fake has it. */
  advanceClock?: ((milliseconds: number) => void) | undefined;
  /** Pause between two reads of an analysis, in milliseconds. */
  pollIntervalMs: number;
  /** Longest wait for an analysis, in milliseconds. */
  pollTimeoutMs: number;
  close(): Promise<void>;
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

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
    const send: SendRequest = (url, init) => globalThis.fetch(url, init);
    return fakeTarget(service, { name: "msw", send, close: async () => server.close() });
  },
  async http() {
    const service = createFake();
    const server = await serve(service, { port: 0 });
    return fakeTarget(service, { name: "http", send: globalThis.fetch, close: () => server.close() });
  },
};

/** Creates a fake for the cases: it has two organizations, each with its own key, and the default of every policy. */
export function createFake({ policies, ...options }: MockServiceOptions = {}): MockService {
  const keys = { [apiKey]: "First organization", [otherApiKey]: "Second organization" };
  // The one policy that the demo sets.
  return createMockService({ keys, ...options, policies: { undocumentedFields: "null", ...policies } });
}

/** A fake as a target: in process, unless it is reached otherwise. Over a network it must already be listening. */
export function fakeTarget(service: MockService, options: Pick<Target, "name"> & Partial<Target>): Target {
  const { baseUrl, campaignBaseUrl } = service.addresses;
  const [campaign] = service.db.campaigns.list();
  return {
    send: service.fetch,
    baseUrl,
    apiKey,
    campaign: { baseUrl: campaignBaseUrl, apiKey, id: campaign?.id ?? "" },
    otherApiKey,
    advanceClock: (milliseconds) => service.clock.advance(milliseconds),
    pollIntervalMs: 0,
    pollTimeoutMs: 20,
    close: async () => {},
    ...options,
  };
}

/**
 * The live service that the environment variables describe; undefined when they describe none.
 *
 * @throws {RangeError} when the base URL is set without the key, or the key without the base URL
 */
export function liveTarget(environment: Environment): Target | undefined {
  const { CALL_ANALYSIS_BASE_URL: baseUrl, CALL_ANALYSIS_API_KEY: key } = environment;
  if (!baseUrl && !key) return undefined;
  if (!baseUrl || !key) throw new RangeError("Set both CALL_ANALYSIS_BASE_URL and CALL_ANALYSIS_API_KEY, or neither.");
  const { CALL_ANALYSIS_CAMPAIGN_BASE_URL: campaignUrl, CALL_ANALYSIS_CAMPAIGN_ID: id } = environment;
  const campaignKey = environment.CALL_ANALYSIS_CAMPAIGN_API_KEY || key;
  return {
    name: "live",
    send: globalThis.fetch,
    baseUrl: withoutSlash(baseUrl),
    apiKey: key,
    ...(campaignUrl && id && { campaign: { baseUrl: withoutSlash(campaignUrl), apiKey: campaignKey, id } }),
    otherApiKey: environment.CALL_ANALYSIS_OTHER_API_KEY || undefined,
    pollIntervalMs: Number(environment.CALL_ANALYSIS_POLL_INTERVAL_MS ?? 3_000),
    pollTimeoutMs: 30 * 60_000,
    close: async () => {},
  };
}

/** Whether a target has what a case needs. */
export function hasCapability(target: Target, capability: Capability): boolean {
  const values = { campaign: target.campaign, "other organization": target.otherApiKey, clock: target.advanceClock };
  return values[capability] !== undefined;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
