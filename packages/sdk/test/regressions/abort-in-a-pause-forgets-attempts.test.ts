import { AbortError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

function abortInPause(response: Response) {
  const controller = new AbortController();
  const { fetch } = oneOffFetch(response);
  const onRetry = () => setTimeout(() => controller.abort(), 5);
  const options = { signal: controller.signal, onRetry, retry: { initialDelayMs: 60_000, maxDelayMs: 60_000 } };
  return rejectionOf(clientWith(fetch).agents.list(options), AbortError);
}

test("an abort in a pause counts the attempts before it, and says that they were sent", async () => {
  expect(await abortInPause(new Response(null, { status: 500 }))).toMatchObject({ attempts: 1, requestSent: true });
});

test("an abort in a pause after a 429 says that nothing was processed", async () => {
  expect(await abortInPause(new Response(null, { status: 429 }))).toMatchObject({ attempts: 1, requestSent: false });
});
