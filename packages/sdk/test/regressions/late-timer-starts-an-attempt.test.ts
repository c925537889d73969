import { TimeoutError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

test("no attempt starts when the pause before it woke after the deadline", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 503 }));
  const onRetry = () => setTimeout(block, 1, 80);
  const options = { deadlineMs: 60, onRetry, retry: { initialDelayMs: 20, maxDelayMs: 20 } };
  const error = await rejectionOf(clientWith(fetch).agents.list(options), TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", attempts: 1, cause: { status: 503 } });
  expect(calls).toHaveLength(1);
});

/** What a busy program does to timers. */
function block(busyMs: number): void {
  const endMs = performance.now() + busyMs;
  while (performance.now() < endMs);
}
