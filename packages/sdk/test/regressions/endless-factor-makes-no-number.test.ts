import { CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { backoffMs, defaultRetryPolicy } from "../../src/http/retry.js";

test("an overflowing factor and an initial pause of 0 give a pause of 0, and not NaN", () => {
  const policy = { ...defaultRetryPolicy, initialDelayMs: 0, factor: 1e200 };
  expect(backoffMs(policy, 9, 0.5)).toBe(0);
});

test.each([
  ["retry.factor", { factor: Number.POSITIVE_INFINITY }],
  ["retry.jitter", { jitter: "0.5" }],
  ["retry", ["twice"]],
])("%s that is no usable number is refused by name", (name, retry) => {
  const options = { apiKey: "k", baseUrl: "https://service.test/v1", retry: retry as never };
  const construct = () => new CallAnalysis(options);
  expect(construct).toThrow(new RegExp(`^${name.replace(".", "\\.")} `));
  expect(construct).toThrow(ConfigurationError);
});
