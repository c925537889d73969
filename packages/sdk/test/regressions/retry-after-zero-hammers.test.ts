import { RateLimitError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

test("Retry-After: 0 does not take away our own pause", async () => {
  const { fetch } = oneOffFetch(new Response(null, { status: 429, headers: { "retry-after": "0" } }));
  const pauses: number[] = [];
  const options = {
    retry: { initialDelayMs: 10, jitter: 0 },
    onRetry: ({ pauseMs }: { pauseMs: number }) => pauses.push(pauseMs),
  };
  const sdk = clientWith(fetch, { retry: { maxAttempts: 3, maxDelayMs: 1_000 } });
  await rejectionOf(sdk.agents.list(options), RateLimitError);
  expect(pauses).toEqual([10, 20]);
});
