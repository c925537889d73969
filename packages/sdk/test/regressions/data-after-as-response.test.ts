import { ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput, createdCall } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test("data asked for after asResponse left the body unread is the caller's mistake, and not an uncertain call", async () => {
  const { fetch } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const creation = clientWith(fetch).calls.create(callInput);
  await creation.asResponse();
  const error = await rejectionOf(creation, ConfigurationError);
  expect(error.message).toMatch(/asResponse/);
});

test("data and the answer itself can both be had when both are asked for in the same turn", async () => {
  const { fetch } = oneOffFetch(Response.json(createdCall, { status: 202 }));
  const creation = clientWith(fetch).calls.create(callInput);
  const [response, data] = await Promise.all([creation.asResponse(), creation]);
  expect(await response.json()).toEqual(createdCall);
  expect(data).toEqual(createdCall.data);
});
