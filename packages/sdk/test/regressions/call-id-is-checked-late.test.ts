import { CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
});

const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "https://api.test/v1", fetch: () => Promise.reject() });

test.each(["", ".", ".."])("a wait for the callId %j is refused at once, not after the first pause", async (callId) => {
  await expect(sdk.calls.waitForAnalysis(callId)).rejects.toBeInstanceOf(ConfigurationError);
  expect(() => sdk.calls.watchAnalysis(callId)).toThrow(ConfigurationError);
  expect(vi.getTimerCount()).toBe(0);
});
