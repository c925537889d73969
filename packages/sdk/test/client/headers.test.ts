import { expect, test } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, createdAgent } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

test.each<[string, Record<string, string>, Record<string, string>, Record<string, string | null>]>([
  [
    "those of the client and of the call",
    { "x-team": "sales" },
    { "x-trace": "7" },
    { "x-team": "sales", "x-trace": "7" },
  ],
  [
    "the call's in place of the client's, whatever its case",
    { "X-Team": "sales" },
    { "x-TEAM": "support" },
    { "x-team": "support" },
  ],
  [
    "the caller's in place of a default",
    { ACCEPT: "text/x", "User-agent": "crm" },
    {},
    { accept: "text/x", "user-agent": "crm" },
  ],
  ["none that is undefined", { "x-team": undefined as never }, {}, { "x-team": null }],
])("of headers are sent %s", async (_name, ofClient, ofCall, expected) => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  await clientWith(fetch, { headers: ofClient }).agents.list({ headers: ofCall });
  const sent = Object.keys(expected).map((name) => [name, calls[0]?.headers.get(name)]);
  expect(Object.fromEntries(sent)).toEqual(expected);
});

test("a request with a body has the content type of JSON, and one without has none", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(createdAgent), Response.json(agentList));
  const sdk = clientWith(fetch);
  expect(await sdk.agents.create({ name: "Asha", email: "a@example.com" })).toEqual(createdAgent.data);
  await sdk.agents.list({ headers: { "x-trace": "7" } });
  expect(calls.map(({ headers }) => headers.get("content-type"))).toEqual(["application/json", null]);
});
