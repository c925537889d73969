import { CallAnalysis, ConfigurationError, type PollOptions } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { resolvePollOptions } from "../../src/flow/poll-options.js";

const requests: string[] = [];
const fetch = async (input: string | URL | Request) => {
  requests.push(String(input));
  return new Response(null, { status: 500 });
};
const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "https://api.test/v1", fetch });

test("a field that is undefined means its default", () => {
  expect(resolvePollOptions({ intervalMs: undefined } as Partial<PollOptions>).intervalMs).toBe(2_000);
});

test.each<[keyof PollOptions, unknown[]]>([
  ["initialDelayMs", [-1, Number.NaN, Number.POSITIVE_INFINITY, "1", null]],
  ["intervalMs", [-1, Number.NaN, Number.POSITIVE_INFINITY, "1", null]],
  ["factor", [0, 0.99, -2, Number.NaN, "2", null]],
  ["maxIntervalMs", [-1, Number.NaN, Number.POSITIVE_INFINITY, "1", null]],
  ["jitter", [-0.1, 1.1, Number.NaN, "0.5", null]],
  ["timeoutMs", [0, -1, Number.NaN, "1", null]],
  ["toleratedFailures", [-1, 1.5, Number.NaN, "1", null]],
  ["classify", ["pending", null, {}]],
])("poll.%s is checked before anything is sent, and the error names it", async (name, values) => {
  for (const value of values) {
    const error = await sdk.calls.waitForAnalysis("call-1", { poll: { [name]: value } }).catch((reason) => reason);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toContain(`poll.${name}`);
  }
  expect(requests).toHaveLength(0);
});

test.each([0, 1, 1_000_000])("a pause of %i ms is allowed, and so is a wait without a limit", (pauseMs) => {
  const options = { initialDelayMs: pauseMs, intervalMs: pauseMs, timeoutMs: Number.POSITIVE_INFINITY };
  expect(resolvePollOptions(options)).toMatchObject(options);
});
