import { type ClientOptions, ConfigurationError, RateLimitError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith, quickRetry } from "../support/test-client.ts";

const failing = () => oneOffFetch(new Response(null, { status: 429 }));

/** As JavaScript's callers may pass it. */
const unset = undefined as never;
type Retry = ClientOptions["retry"];

test.each<[string, { client?: Retry; derived?: Retry; call?: Retry; attempts: number }]>([
  ["by default there are three", { attempts: 3 }],
  ["false of the client makes one", { client: false, attempts: 1 }],
  ["false of a call makes one", { call: false, attempts: 1 }],
  ["false of a derived client makes one", { derived: false, attempts: 1 }],
  [
    "a call changes the field that it names",
    { client: { ...quickRetry, maxAttempts: 2 }, call: { maxAttempts: 4 }, attempts: 4 },
  ],
  [
    "a derived client leaves the others",
    { client: { ...quickRetry, maxAttempts: 2 }, derived: { jitter: 1 }, attempts: 2 },
  ],
  [
    "a call of a client that has one may have more",
    { client: false, call: { ...quickRetry, maxAttempts: 2 }, attempts: 2 },
  ],
  ["other fields leave the one of a client", { client: false, derived: { initialDelayMs: 1 }, attempts: 1 }],
  ["an undefined field means the default", { client: { ...quickRetry, maxAttempts: unset }, attempts: 3 }],
  [
    "an undefined change is none",
    { client: { ...quickRetry, maxAttempts: 2 }, derived: { maxAttempts: unset }, attempts: 2 },
  ],
])("how many attempts are made: %s", async (_name, { client, derived, call, attempts }) => {
  const { fetch, calls } = failing();
  const sdk = clientWith(fetch, { retry: client ?? quickRetry }).withOptions({ retry: derived });
  await rejectionOf(sdk.agents.list({ retry: call }), RateLimitError);
  expect(calls).toHaveLength(attempts);
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
  ["retry.jitter", { jitter: "0.5" }],
  ["retry.jitter", { jitter: 1.1 }],
  ["retry.jitter", { jitter: -0.1 }],
  ["retry.maxRetryAfterMs", { maxRetryAfterMs: "60" }],
  ["retry.unprocessedStatuses", { unprocessedStatuses: 503 }],
  ["retry.unprocessedStatuses", { unprocessedStatuses: ["503"] }],
  ["retry.unprocessedStatuses", { unprocessedStatuses: [503, 399] }],
  ["retry.unprocessedStatuses", { unprocessedStatuses: [503, 600] }],
  ["retry.unprocessedStatuses", { unprocessedStatuses: [503.5] }],
])("a bad %s is refused by name, for the client and for one call: %j", async (name, retry) => {
  const { fetch, calls } = failing();
  const asOption = retry as never;
  expect(() => clientWith(fetch, { retry: asOption })).toThrow(ConfigurationError);
  const error = await rejectionOf(clientWith(fetch).agents.list({ retry: asOption }), ConfigurationError);
  expect(error.message).toMatch(new RegExp(`^${name}(:| must)`));
  expect(calls).toHaveLength(0);
});
