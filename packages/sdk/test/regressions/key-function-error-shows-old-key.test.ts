import { inspect } from "node:util";
import { ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test("a key function that fails and names its last key gives an error without it", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  let asked = 0;
  const apiKey = () => {
    asked += 1;
    if (asked === 1) return "first-key-77";
    throw new Error("first-key-77 has expired");
  };
  const sdk = clientWith(fetch, { apiKey });
  await sdk.agents.list();
  const error = await rejectionOf(sdk.agents.list(), ConfigurationError);
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain("first-key-77");
  expect(error.cause).toHaveProperty("message", "[redacted] has expired");
});
