import { expect, test, vi } from "vitest";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, createdAgent } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

async function headersSent(ofClient: Record<string, string>, ofCall: Record<string, string>) {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  await clientWith(fetch, { headers: ofClient }).agents.list({ headers: ofCall });
  return calls[0]?.headers;
}

test("headers of the client and of a call are sent together", async () => {
  const headers = await headersSent({ "x-team": "sales" }, { "x-trace": "7" });
  expect(headers?.get("x-team")).toBe("sales");
  expect(headers?.get("x-trace")).toBe("7");
});

test("a header of a call replaces the client's, whatever its case", async () => {
  const headers = await headersSent({ "X-Team": "sales" }, { "x-TEAM": "support" });
  expect(headers?.get("x-team")).toBe("support");
});

test("a header of the caller replaces the client's default, whatever its case, and is sent once", async () => {
  const headers = await headersSent({ ACCEPT: "application/vnd.test+json", "User-agent": "crm" }, {});
  expect(headers?.get("accept")).toBe("application/vnd.test+json");
  expect(headers?.get("user-agent")).toBe("crm");
});

test("a request with a body has the content type of JSON, and one without has none", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(createdAgent), Response.json(agentList));
  const sdk = clientWith(fetch);
  expect(await sdk.agents.create({ name: "Asha", email: "a@example.com" })).toEqual(createdAgent.data);
  await sdk.agents.list({ headers: { "x-trace": "7" } });
  expect(calls.map(({ headers }) => headers.get("content-type"))).toEqual(["application/json", null]);
});

test("headers that change after the call have no effect on its later attempts", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 500 }), Response.json(agentList));
  const headers = { "x-trace": "1" };
  const listing = clientWith(fetch).agents.list({ headers });
  headers["x-trace"] = "2";
  await listing;
  expect(calls.map((call) => call.headers.get("x-trace"))).toEqual(["1", "1"]);
});

test("an input that changes after the call has no effect on what is sent", async () => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 429 }), Response.json(createdAgent));
  const agent = { name: "Asha", email: "a@example.com" };
  const creation = clientWith(fetch).agents.create(agent);
  agent.name = "Ravi";
  await creation;
  expect(calls.map(({ body }) => body)).toEqual(Array(2).fill('{"name":"Asha","email":"a@example.com"}'));
});

test("fetch is called so that it follows no redirect and uses no cache", async () => {
  const fetch = vi.fn(async (_input: unknown, _init?: RequestInit) => Response.json(agentList));
  await clientWith(fetch).agents.list();
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ redirect: "manual", cache: "no-store" });
});
