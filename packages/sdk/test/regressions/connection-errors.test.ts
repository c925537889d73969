import { runInNewContext } from "node:vm";
import { ConnectionError, SubmissionUncertainError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput } from "../support/samples.ts";
import { clientOf, clientWith, testKey } from "../support/test-client.ts";

const inOtherRealm = (code: string): Error => runInNewContext(code);

test("a port that fetch blocks proves that nothing was sent", async () => {
  const sdk = clientOf({ baseUrl: "http://127.0.0.1:1/v1" });
  const error = await rejectionOf(sdk.calls.create(callInput), ConnectionError);
  expect(error.requestSent).toBe(false);
});

test("the system's timeout while connecting proves that nothing was sent", async () => {
  const { fetch, calls } = oneOffFetch(fetchFailed({ code: "ETIMEDOUT", syscall: "connect" }));
  const error = await rejectionOf(clientWith(fetch).calls.create(callInput), ConnectionError);
  expect(error.requestSent).toBe(false);
  expect(calls).toHaveLength(3);
});

test.each(["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"])(
  "%s while reading does not prove that nothing was sent",
  async (code) => {
    const { fetch, calls } = oneOffFetch(fetchFailed({ code, syscall: "read" }));
    await rejectionOf(clientWith(fetch).calls.create(callInput), SubmissionUncertainError);
    expect(calls).toHaveLength(1);
  },
);

test("a refused connection is recognised in an error of another realm, such as a test runner's", async () => {
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
