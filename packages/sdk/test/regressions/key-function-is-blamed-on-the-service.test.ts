import { TimeoutError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { deafFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

test("a key function that takes all of an attempt's time is named as the reason", async () => {
  const sdk = clientWith(deafFetch, { apiKey: () => new Promise(() => {}), timeoutMs: 10, retry: false });
  const error = await rejectionOf(sdk.agents.list(), TimeoutError);
  expect(error).toMatchObject({ kind: "attempt", requestSent: false });
  expect(error.message).toMatch(/apiKey/);
});
