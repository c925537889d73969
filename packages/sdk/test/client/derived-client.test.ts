import { ConfigurationError, ServerError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith, quickRetry, testKey } from "../support/test-client.ts";

test("a derived client has the changes, and the first one does not", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch);
  await sdk.withOptions({ apiKey: "other-key" }).agents.list();
  await sdk.agents.list();
  const bearers = calls.map(({ headers }) => headers.get("authorization"));
  expect(bearers).toEqual(["Bearer other-key", `Bearer ${testKey}`]);
});

test("headers are added to those of the first client", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch, { headers: { "x-team": "sales", "x-app": "crm" } });
  await sdk.withOptions({ headers: { "X-Team": "support" } }).agents.list();
  expect(calls[0]?.headers.get("x-team")).toBe("support");
  expect(calls[0]?.headers.get("x-app")).toBe("crm");
});

test("a retry policy changes the fields that it names", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 500 }));
  const sdk = clientWith(fetch, { retry: { ...quickRetry, maxAttempts: 2 } });
  await rejectionOf(sdk.withOptions({ retry: { jitter: 1 } }).agents.list(), ServerError);
  expect(calls).toHaveLength(2);
});

test("retry: false of a derived client makes one attempt", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 500 }));
  await rejectionOf(clientWith(fetch).withOptions({ retry: false }).agents.list(), ServerError);
  expect(calls).toHaveLength(1);
});

test("retry: false of the first client stays one attempt when other fields of the policy change", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 500 }));
  const sdk = clientWith(fetch, { retry: false });
  await rejectionOf(sdk.withOptions({ retry: { initialDelayMs: 1 } }).agents.list(), ServerError);
  expect(calls).toHaveLength(1);
});

test("a bad change is refused by its name", () => {
  const sdk = clientWith(oneOffFetch(new Response()).fetch);
  expect(() => sdk.withOptions({ timeoutMs: 0 })).toThrow(ConfigurationError);
  expect(() => sdk.withOptions({ headers: new Headers() as never })).toThrow(/^headers must /);
  expect(() => sdk.withOptions({ retry: "often" as never })).toThrow(/^retry must /);
});
