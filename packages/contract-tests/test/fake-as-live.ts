import type { MockService, MockServiceOptions } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { createFake, fakeTarget } from "../src/targets/fake.ts";
import type { Environment } from "../src/targets/live.ts";
import type { Target } from "../src/targets/target.ts";
import type { ApplyMutation } from "./mutants/mutant.ts";

/** A fake that the suite treats as the live service: it has no clock to move. */
export function fakeAsLive(service: MockService, apply: ApplyMutation = (intact) => intact.fetch): Target {
  const { advanceClock: _fakesOnly, ...target } = fakeTarget(service, { name: "live", fetch: apply(service) });
  return { ...target, generatedInputs: 1 };
}

/** Serves a fake over HTTP, with the environment variables that make it the live service. */
export async function serveFakeAsLive(options: MockServiceOptions = {}) {
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
