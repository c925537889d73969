import { CallAnalysis } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test("headers are added to those of the first client", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch, { headers: { "x-team": "sales", "x-app": "crm" } });
  await sdk.withOptions({ headers: { "X-Team": "support" } }).agents.list();
  expect(calls[0]?.headers.get("x-team")).toBe("support");
  expect(calls[0]?.headers.get("x-app")).toBe("crm");
});

test("a derived client keeps what the environment said when the first one was made, and undefined changes nothing", async () => {
  vi.stubEnv("CALL_ANALYSIS_API_KEY", "key-of-the-environment");
  vi.stubEnv("CALL_ANALYSIS_BASE_URL", "https://service.test/v1");
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = new CallAnalysis({ fetch });
  vi.unstubAllEnvs();
  await sdk.withOptions({ fetch: undefined, baseUrl: undefined, apiKey: undefined }).agents.list();
  expect(calls[0]?.url).toBe("https://service.test/v1/agents");
  expect(calls[0]?.headers.get("authorization")).toBe("Bearer key-of-the-environment");
});
