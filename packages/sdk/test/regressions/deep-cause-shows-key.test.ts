import { inspect } from "node:util";
import { expect, test } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith, testKey } from "../support/test-client.ts";

const show = (error: unknown) => inspect(error, { depth: null, showHidden: true });

test("a key ten causes deep is not in the error", async () => {
  let failure = new Error(`the socket said ${testKey}`);
  for (let depth = 0; depth < 10; depth += 1) failure = new Error("outer", { cause: failure });
  const { fetch } = oneOffFetch(failure);
  expect(show(await failureOf(clientWith(fetch).agents.list()))).not.toContain(testKey);
});

test("a key that only the stack of a cause still shows is not in the error", async () => {
  const failure = new Error(`sent ${testKey}`);
  failure.message = "sent something";
  const { fetch } = oneOffFetch(failure);
  expect(show(await failureOf(clientWith(fetch).agents.list()))).not.toContain(testKey);
});

test("a key inside a Map, a Headers or a closure of a cause is not in the error", async () => {
  const request = { headers: new Headers({ authorization: testKey }), more: new Map([["key", testKey]]) };
  const failure = Object.assign(new Error("no"), { request, toJSON: () => testKey });
  const { fetch } = oneOffFetch(failure);
  const error = await failureOf(clientWith(fetch).agents.list());
  expect(show(error)).not.toContain(testKey);
  expect(JSON.stringify((error as Error).cause)).not.toContain(testKey);
});
