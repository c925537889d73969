import { ConfigurationError, ServerError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith, quickRetry } from "../support/test-client.ts";

const failing = () => oneOffFetch(new Response(null, { status: 500 }));

test("three attempts are made by default", async () => {
  const { fetch, calls } = failing();
  await rejectionOf(clientWith(fetch).agents.list(), ServerError);
  expect(calls).toHaveLength(3);
});

test("retry: false of the client makes one attempt", async () => {
  const { fetch, calls } = failing();
  await rejectionOf(clientWith(fetch, { retry: false }).agents.list(), ServerError);
  expect(calls).toHaveLength(1);
});

test("retry: false of one call makes one attempt, and the next call has the client's policy again", async () => {
  const { fetch, calls } = failing();
  const sdk = clientWith(fetch);
  await rejectionOf(sdk.agents.list({ retry: false }), ServerError);
  await rejectionOf(sdk.agents.list(), ServerError);
  expect(calls).toHaveLength(1 + 3);
});

test("a call's policy changes the fields that it names, and leaves the client's others", async () => {
  const { fetch, calls } = failing();
  const sdk = clientWith(fetch, { retry: { ...quickRetry, maxAttempts: 2 } });
  await rejectionOf(sdk.agents.list({ retry: { maxAttempts: 4 } }), ServerError);
  expect(calls).toHaveLength(4);
});

test("a call can have several attempts although the client has one", async () => {
  const { fetch, calls } = failing();
  const sdk = clientWith(fetch, { retry: false });
  await rejectionOf(sdk.agents.list({ retry: { ...quickRetry, maxAttempts: 2 } }), ServerError);
  expect(calls).toHaveLength(2);
});

test("undefined fields of a policy mean the default", async () => {
  const { fetch, calls } = failing();
  const sdk = clientWith(fetch, { retry: { ...quickRetry, maxAttempts: undefined as never } });
  await rejectionOf(sdk.agents.list(), ServerError);
  expect(calls).toHaveLength(3);
});

test("what onRetry throws breaks nothing", async () => {
  const { fetch } = oneOffFetch(new Response(null, { status: 500 }), Response.json(agentList));
  const onRetry = () => {
    throw new Error("the listener's own fault");
  };
  await expect(clientWith(fetch).agents.list({ onRetry })).resolves.toEqual(agentList.data);
});

test.each([
  ["retry", "yes"],
  ["retry", null],
  ["retry", true],
  ["retry.maxAttempts", { maxAttempts: 0 }],
  ["retry.maxAttempts", { maxAttempts: 1.5 }],
  ["retry.maxAttempts", { maxAttempts: "3" }],
  ["retry.initialDelayMs", { initialDelayMs: -1 }],
  ["retry.initialDelayMs", { initialDelayMs: Number.NaN }],
  ["retry", ["twice"]],
  ["retry.factor", { factor: 0 }],
  ["retry.factor", { factor: Number.POSITIVE_INFINITY }],
  ["retry.jitter", { jitter: "0.5" }],
  ["retry.maxDelayMs", { maxDelayMs: Number.POSITIVE_INFINITY }],
  ["retry.jitter", { jitter: 1.1 }],
  ["retry.jitter", { jitter: -0.1 }],
  ["retry.maxRetryAfterMs", { maxRetryAfterMs: "60" }],
])("a bad %s is refused by name, for the client and for one call: %j", async (name, retry) => {
  const { fetch, calls } = failing();
  const asOption = retry as never;
  expect(() => clientWith(fetch, { retry: asOption })).toThrow(ConfigurationError);
  const error = await rejectionOf(clientWith(fetch).agents.list({ retry: asOption }), ConfigurationError);
  expect(error.message.startsWith(`${name} `)).toBe(true);
  expect(calls).toHaveLength(0);
});

test("an onRetry that rejects breaks nothing, and leaves no rejection unhandled", async () => {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listener);
  const { fetch } = oneOffFetch(new Response(null, { status: 500 }), Response.json(agentList));
  const onRetry = (async () => {
    throw new Error("of the callback");
  }) as () => void;
  await clientWith(fetch, { retry: quickRetry }).agents.list({ onRetry });
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("unhandledRejection", listener);
  expect(unhandled).toEqual([]);
});
