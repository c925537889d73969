import type { MockService, MockServiceOptions } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import type { Target } from "../src/target.ts";
import { createFake, fakeTarget } from "../src/targets/fake.ts";
import type { Environment } from "../src/targets/live.ts";
import type { Plant } from "./faults/fault.ts";

/** A fake that is taken for the live service: nothing but its requests is known of it. */
export function liveAsFake(service: MockService, plant: Plant = (intact) => intact.fetch): Target {
  const { advanceClock: _fakesOnly, ...target } = fakeTarget(service, { door: "live", fetch: plant(service) });
  return { ...target, generatedInputs: 1 };
}

/** A fake behind a port, and the environment that names it as the live service. */
export async function servedAsLive(options: MockServiceOptions = {}) {
  const service = createFake(options);
  const server = await serve(service, { port: 0 });
  const { apiKey, baseUrl, campaignBaseUrl } = service.clientOptions();
  const environment: Environment = {
    CALL_ANALYSIS_BASE_URL: `${baseUrl}/`,
    CALL_ANALYSIS_API_KEY: apiKey,
    CALL_ANALYSIS_CAMPAIGN_BASE_URL: campaignBaseUrl,
    CALL_ANALYSIS_CAMPAIGN_ID: service.db.campaigns.list()[0]?.id,
    CALL_ANALYSIS_POLL_INTERVAL_MS: "0",
  };
  return { service, environment, close: () => server.close() };
}
