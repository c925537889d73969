import type { CampaignTarget, Target } from "./target.ts";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const pollIntervalMs = 3_000;
const pollTimeoutMs = 30 * 60_000;

/**
 * The live service that the environment variables describe; undefined when they describe none.
 *
 * @throws {RangeError} when the address is set without the key, or the key without the address
 */
export function liveTarget(environment: Environment): Target | undefined {
  const { CALL_ANALYSIS_BASE_URL: baseUrl, CALL_ANALYSIS_API_KEY: apiKey } = environment;
  if (!baseUrl && !apiKey) return undefined;
  if (!baseUrl || !apiKey)
    throw new RangeError("Set both CALL_ANALYSIS_BASE_URL and CALL_ANALYSIS_API_KEY, or neither.");
  return {
    name: "live",
    fetch: globalThis.fetch,
    baseUrl: withoutSlash(baseUrl),
    apiKey,
    campaign: campaignOf(environment, apiKey),
    otherApiKey: environment.CALL_ANALYSIS_OTHER_API_KEY || undefined,
    pollIntervalMs: Number(environment.CALL_ANALYSIS_POLL_INTERVAL_MS ?? pollIntervalMs),
    pollTimeoutMs,
    generatedInputs: 3,
    async close() {},
  };
}

function campaignOf(environment: Environment, apiKey: string): CampaignTarget | undefined {
  const { CALL_ANALYSIS_CAMPAIGN_BASE_URL: baseUrl, CALL_ANALYSIS_CAMPAIGN_ID: id } = environment;
  if (!baseUrl || !id) return undefined;
  return { baseUrl: withoutSlash(baseUrl), apiKey: environment.CALL_ANALYSIS_CAMPAIGN_API_KEY || apiKey, id };
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}
