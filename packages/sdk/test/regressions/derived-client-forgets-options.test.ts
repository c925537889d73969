import { CallAnalysis, RateLimitError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test("an undefined change leaves the option of the first client", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch).withOptions({ fetch: undefined, baseUrl: undefined, apiKey: undefined });
  await sdk.agents.list();
  expect(calls).toHaveLength(1);
});

test("an undefined field of a retry change leaves the field of the first client", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 429 }));
  const sdk = clientWith(fetch, { retry: { maxAttempts: 2, initialDelayMs: 1 } });
  const derived = sdk.withOptions({ retry: { maxAttempts: undefined as never, jitter: 0 } });
  await rejectionOf(derived.agents.list(), RateLimitError);
  expect(calls).toHaveLength(2);
});

test("a derived client keeps what the environment said when the first one was made", async () => {
  vi.stubEnv("CALL_ANALYSIS_API_KEY", "key-of-the-environment");
  vi.stubEnv("CALL_ANALYSIS_BASE_URL", "https://service.test/v1");
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = new CallAnalysis({ fetch });
  vi.unstubAllEnvs();
  await sdk.withOptions({ timeoutMs: 5_000 }).agents.list();
  expect(calls[0]?.headers.get("authorization")).toBe("Bearer key-of-the-environment");
});
