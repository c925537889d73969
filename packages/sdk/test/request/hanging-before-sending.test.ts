/** What an attempt waits for before it is sent: while it hangs, nothing was sent. */
import type { ClientOptions } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { failureOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { settled } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const after = (delayMs: number) => () =>
  new Promise<string>((resolve) => setTimeout(resolve, delayMs, "key-of-the-test"));
/** Goes on when nobody waits any more. */
const late = after(60_000);
const hanging: [string, ClientOptions, attempts: number][] = [
  ["a key function", { apiKey: late }, 0],
  // Its keys come while later attempts wait for theirs.
  ["a slow key function", { apiKey: after(1_800) }, 0],
  ["an onRequest hook", { hooks: { onRequest: late } }, 3],
];

/** A client whose requests would all succeed. */
function clientThat(options: ClientOptions) {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 202 }));
  return { sdk: clientWith(fetch, { timeoutMs: 1_000, ...options }), sent: calls };
}

test("timeoutMs ends each attempt that hangs before it is sent, and a creation is tried again", async () => {
  await checkRows(hanging, async (options, attempts) => {
    const { sdk, sent } = clientThat(options);
    const error = await settled(sdk.calls.create(callInput));
    expect(error).toMatchObject({ name: "TimeoutError", kind: "attempt", requestSent: false, attempts });
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(0);
  });
});

test.each(hanging)("the signal ends %s that hangs: nothing was sent", async (_what, options) => {
  const { sdk, sent } = clientThat(options);
  const caller = new AbortController();
  const creation = failureOf(sdk.calls.create(callInput, { signal: caller.signal }));
  await vi.advanceTimersByTimeAsync(10);
  caller.abort("left");
  expect(await creation).toMatchObject({ name: "AbortError", requestSent: false, cause: "left" });
  expect(sent).toHaveLength(0);
});

test.each(hanging)("the deadline ends %s that hangs: nothing was sent", async (_what, options) => {
  const { sdk, sent } = clientThat(options);
  const error = await settled(sdk.calls.create(callInput, { deadlineMs: 700 }));
  expect(error).toMatchObject({ name: "TimeoutError", kind: "deadline", requestSent: false });
  expect(sent).toHaveLength(0);
});
