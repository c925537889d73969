import { inspect } from "node:util";
import { ConnectionError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith, testKey } from "../support/test-client.ts";

test("a connection error has no key, although fetch rejects with a message that has it", async () => {
  const { fetch } = oneOffFetch(new TypeError(`invalid header value: Bearer ${testKey}`));
  const error = await rejectionOf(clientWith(fetch).agents.list(), ConnectionError);
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain(testKey);
});
