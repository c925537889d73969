import { AuthenticationError, KeyProviderError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

const expired = () => Response.json({ detail: "The key has expired." }, { status: 401 });

test.each([
  ["a 401", expired()],
  ["a failed attempt", new Response(null, { status: 429 })],
])("after %s a key function is asked again, and not before, and the request is sent again", async (_what, failure) => {
  const { fetch, calls } = oneOffFetch(failure, Response.json(agentList));
  const apiKey = vi.fn().mockReturnValueOnce("key-old-12345").mockReturnValue("key-new-12345");
  const sdk = clientWith(fetch, { apiKey });
  expect(apiKey).not.toHaveBeenCalled();
  await sdk.agents.list();
  const keys = calls.map(({ headers }) => headers.get("authorization"));
  expect(keys).toEqual(["Bearer key-old-12345", "Bearer key-new-12345"]);
});

test("the same key again is not sent again", async () => {
  const { fetch, calls } = oneOffFetch(expired());
  const apiKey = vi.fn().mockReturnValue("key-old-12345");
  await rejectionOf(clientWith(fetch, { apiKey }).agents.list(), AuthenticationError);
  expect([calls.length, apiKey.mock.calls.length]).toEqual([1, 2]);
});

test("a second 401 is the error", async () => {
  const { fetch, calls } = oneOffFetch(expired());
  let number = 0;
  const apiKey = () => `key-${++number}-12345`;
  await rejectionOf(clientWith(fetch, { apiKey }).agents.list(), AuthenticationError);
  expect(calls).toHaveLength(2);
});

test("attempts without a key are no attempts", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 429 }));
  const apiKey = vi.fn().mockRejectedValue(new Error("The vault is closed."));
  const failure = () => rejectionOf(clientWith(fetch, { apiKey }).agents.list(), KeyProviderError);
  expect(await failure()).toMatchObject({ attempts: 0, cause: { message: "The vault is closed." } });
  apiKey.mockReturnValueOnce("key-old-12345");
  expect(await failure()).toMatchObject({ attempts: 1 });
  expect(calls).toHaveLength(1);
});

test("a creation that got a 401 is not uncertain because the key function then fails", async () => {
  const { fetch, calls } = oneOffFetch(expired());
  const apiKey = vi.fn().mockReturnValueOnce("key-old-12345").mockRejectedValue(new Error("The vault is closed."));
  await rejectionOf(clientWith(fetch, { apiKey, retry: false }).calls.create(callInput), KeyProviderError);
  expect(calls).toHaveLength(1);
});
