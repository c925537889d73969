import { BadRequestError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

test("a fixed key is still taken out after many rotations of the other one", async () => {
  const { fetch } = oneOffFetch(Response.json({ detail: "not campaign-key-1" }, { status: 400 }));
  let turn = 0;
  const sdk = clientWith(fetch, { apiKey: () => `rotated-${turn++}`, campaignApiKey: "campaign-key-1" });
  for (let count = 0; count < 300; count += 1) await rejectionOf(sdk.agents.list(), BadRequestError);
  const error = await rejectionOf(sdk.agents.list(), BadRequestError);
  expect(error.body).toEqual({ detail: "not [redacted]" });
});
