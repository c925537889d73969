import { inspect } from "node:util";
import { createValidator } from "@call-analysis/sdk/schemas";
import { expect, test } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith, testKey } from "../support/test-client.ts";

test("an answer that echoes the key and departs from the contract gives an error without the key", async () => {
  const { fetch } = oneOffFetch(Response.json({ data: [{ id: testKey, [testKey]: { [testKey]: [testKey] } }] }));
  const sdk = clientWith(fetch, { validate: { mode: "strict", validator: createValidator() } });
  const error = await failureOf(sdk.agents.list());
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain(testKey);
});
