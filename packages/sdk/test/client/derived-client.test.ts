import { ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith, testKey } from "../support/test-client.ts";

test("a derived client has the changes, and the first one does not", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch);
  await sdk.withOptions({ apiKey: "other-key" }).agents.list();
  await sdk.agents.list();
  const bearers = calls.map(({ headers }) => headers.get("authorization"));
  expect(bearers).toEqual(["Bearer other-key", `Bearer ${testKey}`]);
});

test("headers are added to those of the first client", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch, { headers: { "x-team": "sales", "x-app": "crm" } });
  await sdk.withOptions({ headers: { "X-Team": "support" } }).agents.list();
  expect(calls[0]?.headers.get("x-team")).toBe("support");
  expect(calls[0]?.headers.get("x-app")).toBe("crm");
});

test("a bad change is refused by its name", () => {
  const sdk = clientWith(oneOffFetch(new Response()).fetch);
  expect(() => sdk.withOptions({ timeoutMs: 0 })).toThrow(ConfigurationError);
  expect(() => sdk.withOptions({ headers: new Headers() as never })).toThrow(/^headers must /);
  expect(() => sdk.withOptions({ retry: "often" as never })).toThrow(/^retry must /);
});
