import { CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { beforeEach, expect, test, vi } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";

beforeEach(() => {
  vi.stubEnv("CALL_ANALYSIS_API_KEY", "key-of-env");
  vi.stubEnv("CALL_ANALYSIS_BASE_URL", "https://service-of-env.test/v1");
  vi.stubEnv("CALL_ANALYSIS_CAMPAIGN_BASE_URL", "https://campaign-of-env.test");
  vi.stubEnv("CALL_ANALYSIS_CAMPAIGN_API_KEY", "campaign-key-of-env");
});

test("an option replaces the environment's value", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  await new CallAnalysis({ fetch, apiKey: "key", baseUrl: "https://service.test/v1" }).agents.list();
  expect(calls[0]?.url).toBe("https://service.test/v1/agents");
  expect(calls[0]?.headers.get("authorization")).toBe("Bearer key");
});

test("a line break at the end of a variable is not part of the key", async () => {
  vi.stubEnv("CALL_ANALYSIS_API_KEY", "key-of-env\n");
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  await new CallAnalysis({ fetch }).agents.list();
  expect(calls[0]?.headers.get("authorization")).toBe("Bearer key-of-env");
});

test("a variable that is empty counts as not set, and the error names it", () => {
  vi.stubEnv("CALL_ANALYSIS_API_KEY", " ");
  expect(() => new CallAnalysis()).toThrow(ConfigurationError);
  expect(() => new CallAnalysis()).toThrow(/^apiKey is missing.*CALL_ANALYSIS_API_KEY/);
});

test("an environment that may not be read, as on Deno, counts as empty", async () => {
  const get = () => {
    throw new Error("NotCapable: requires env access");
  };
  vi.stubGlobal("process", { ...process, env: new Proxy({}, { get }) });
  const { fetch } = oneOffFetch(Response.json(agentList));
  const sdk = new CallAnalysis({ fetch, apiKey: "key", baseUrl: "https://service.test/v1" });
  await expect(sdk.agents.list()).resolves.toEqual(agentList.data);
});
