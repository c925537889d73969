import { inspect } from "node:util";
import { expect, test } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith, testKey } from "../support/test-client.ts";

test("a body that begins with the key does not show the key's first half in the parser's message", async () => {
  const { fetch } = oneOffFetch(new Response(`${testKey} is not JSON, and long enough to be cut by the parser`));
  const error = await failureOf(clientWith(fetch).agents.list());
  expect(inspect(error, { depth: null })).not.toContain(testKey.slice(0, 8));
});
