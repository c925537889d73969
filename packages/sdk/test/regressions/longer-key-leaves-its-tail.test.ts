import { BadRequestError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

test("a key that begins with another key is taken out whole", async () => {
  const { fetch } = oneOffFetch(Response.json({ detail: "bad key-abc-campaign" }, { status: 400 }));
  const sdk = clientWith(fetch, { apiKey: "key-abc", campaignApiKey: "key-abc-campaign" });
  const error = await rejectionOf(sdk.agents.list(), BadRequestError);
  expect(error.body).toEqual({ detail: "bad [redacted]" });
});
