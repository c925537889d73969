import { ConnectionError, SubmissionUncertainError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test("the system's timeout while connecting proves that nothing was sent", async () => {
  const { fetch, calls } = oneOffFetch(fetchFailed({ code: "ETIMEDOUT", syscall: "connect" }));
  const error = await rejectionOf(clientWith(fetch).calls.create(callInput), ConnectionError);
  expect(error.requestSent).toBe(false);
  expect(calls).toHaveLength(3);
});

test.each(["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"])("%s while reading proves nothing", async (code) => {
  const { fetch, calls } = oneOffFetch(fetchFailed({ code, syscall: "read" }));
  await rejectionOf(clientWith(fetch).calls.create(callInput), SubmissionUncertainError);
  expect(calls).toHaveLength(1);
});
