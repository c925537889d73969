import { runInNewContext } from "node:vm";
import { ConnectionError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { callInput } from "../support/samples.ts";
import { clientWith, testKey } from "../support/test-client.ts";

const inOtherRealm = (code: string): Error => runInNewContext(code);

test("a refused connection is recognised in an error of another realm, as test runners have them", async () => {
  const fetch = async () => {
    throw inOtherRealm(
      'new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code: "ECONNREFUSED" }) })',
    );
  };
  const error = await rejectionOf(clientWith(fetch).calls.create(callInput), ConnectionError);
  expect(error.requestSent).toBe(false);
});

test("a key in an error of another realm is taken out", async () => {
  const fetch = async () => {
    throw inOtherRealm(`new TypeError("no ${testKey}")`);
  };
  const error = await rejectionOf(clientWith(fetch).agents.list(), ConnectionError);
  expect(`${error.message} ${(error.cause as Error).message}`).not.toContain(testKey);
});
