import { TimeoutError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";
import { useVirtualTime } from "../support/virtual-time.ts";

test("no attempt starts when the pause before it woke after the deadline", async () => {
  useVirtualTime();
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 503 }));
  const clock = performance.now;
  // A busy program's timers fire late: when the pause ends, the clock is far ahead.
  const onRetry = () => setTimeout(() => vi.spyOn(performance, "now").mockImplementation(() => clock() + 80_000), 1);
  const options = { deadlineMs: 60_000, onRetry, retry: { initialDelayMs: 20, maxDelayMs: 20 } };
  const error = await rejectionOf(clientWith(fetch).agents.list(options), TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", attempts: 1, cause: { status: 503 } });
  expect(calls).toHaveLength(1);
});
