import { ConfigurationError, KeyProviderError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test("a key function is called at each attempt, so a key can be rotated between them", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 500 }), Response.json(agentList));
  let asked = 0;
  const apiKey = async () => {
    asked += 1;
    return `key-${asked}`;
  };
  await clientWith(fetch, { apiKey }).agents.list();
  expect(calls.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer key-1", "Bearer key-2"]);
});

test("a key function is not called before the first request", () => {
  const { fetch } = oneOffFetch(new Response());
  const apiKey = () => {
    throw new Error("asked too early");
  };
  expect(() => clientWith(fetch, { apiKey })).not.toThrow();
});

test("a key function that fails ends the operation, with its error as the cause", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const failure = new Error("the vault is closed");
  const sdk = clientWith(fetch, { apiKey: () => Promise.reject(failure) });
  const error = await rejectionOf(sdk.agents.list(), KeyProviderError);
  expect(error.message).toMatch(/^apiKey: .*failed/);
  expect(error.cause).toBe(failure);
  expect(calls).toHaveLength(0);
});

test("the campaign key may be a function too, and its errors name it", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch, { campaignBaseUrl: "https://campaign.test", campaignApiKey: () => "a b" });
  const error = await rejectionOf(sdk.campaigns.addProspect("spring", {}), ConfigurationError);
  expect(error.message).toMatch(/^campaignApiKey /);
});
