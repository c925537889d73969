import { TimeoutError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

test("a deadline that ends the operation after a 500 says that the request was sent", async () => {
  const { fetch } = oneOffFetch(new Response(null, { status: 500 }));
  const options = { deadlineMs: 20_000, retry: { initialDelayMs: 60_000, maxDelayMs: 60_000 } };
  const error = await rejectionOf(clientWith(fetch).agents.update("a", {}, options), TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", requestSent: true, attempts: 1 });
});
