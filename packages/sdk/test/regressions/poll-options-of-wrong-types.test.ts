import { CallAnalysis, ConfigurationError, type PollOptions } from "@call-analysis/sdk";
import { expect, test } from "vitest";

const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "http://127.0.0.1:9/v1" });

test.each([
  ["a factor that is a string", { factor: "2" }],
  ["a factor without end", { factor: Number.POSITIVE_INFINITY }],
  ["a jitter that is a string", { jitter: "0.5" }],
  ["null in place of options", null],
])("%s is a ConfigurationError", async (_name, poll) => {
  // As JavaScript's callers may do.
  const wait = sdk.calls.waitForAnalysis("call-1", { poll: poll as Partial<PollOptions> });
  await expect(wait).rejects.toBeInstanceOf(ConfigurationError);
});
