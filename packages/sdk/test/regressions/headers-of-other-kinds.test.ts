import { ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

const { fetch } = oneOffFetch(Response.json(agentList));

test.each([
  ["a Headers object", new Headers({ "x-team": "sales" })],
  ["a list of pairs", [["x-team", "sales"]]],
  ["a text", "x-team"],
])("headers given as %s are refused, and not dropped in silence", (_name, headers) => {
  const construct = () => clientWith(fetch, { headers: headers as never });
  expect(construct).toThrow(ConfigurationError);
  expect(construct).toThrow(/^headers must be /);
});

test("a header that is undefined counts as not given", async () => {
  const service = oneOffFetch(Response.json(agentList));
  await clientWith(service.fetch, { headers: { "x-team": undefined as never } }).agents.list();
  expect(service.calls[0]?.headers.has("x-team")).toBe(false);
});
