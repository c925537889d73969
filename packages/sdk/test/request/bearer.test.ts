import { ConfigurationError, ResponseFormatError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, prospectAdded } from "../support/samples.ts";
import { empty, json, redirect } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith, testKey } from "../support/test-client.ts";

test("the external interface gets the bearer", async () => {
  const service = await startScriptedService(json(200, agentList));
  await clientOf(service).agents.list();
  expect(service.requests[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
});

test("the campaign interface gets its own key, and the external one never sees it", async () => {
  const external = await startScriptedService(json(200, agentList));
  const campaign = await startScriptedService(json(200, prospectAdded));
  const sdk = clientOf(external, { campaignBaseUrl: campaign.origin, campaignApiKey: "campaign-key" });
  await sdk.agents.list();
  await sdk.campaigns.addProspect("spring", { name: "Ravi" });
  expect(external.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${testKey}`]);
  expect(campaign.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer campaign-key"]);
});

test("without its own key the campaign interface gets apiKey", async () => {
  const campaign = await startScriptedService(json(200, prospectAdded));
  const sdk = clientOf({ baseUrl: "https://service.test/v1" }, { campaignBaseUrl: campaign.origin });
  await sdk.campaigns.addProspect("spring", { name: "Ravi" });
  expect(campaign.requests[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
});

test.each([301, 302, 303, 307, 308])(
  "a %d to another origin is not followed, and that origin sees nothing",
  async (status) => {
    const other = await startScriptedService(json(200, agentList));
    const service = await startScriptedService(redirect(`${other.baseUrl}/agents`, status));
    const sdk = clientOf(service, { headers: { "x-team-secret": "s" } });
    const error = await rejectionOf(sdk.agents.list(), ResponseFormatError);
    expect(error.status).toBe(status);
    expect(error.message).toContain(`redirect to ${other.baseUrl}/agents, which is never followed`);
    expect(other.requests).toHaveLength(0);
    expect(service.requests).toHaveLength(1);
  },
);

test("a redirect within the same origin is not followed either", async () => {
  const service = await startScriptedService(redirect("/v2/agents"), json(200, agentList));
  await rejectionOf(clientOf(service).agents.list(), ResponseFormatError);
  expect(service.requests).toHaveLength(1);
});

test("the query of a redirect's address is not in the error", async () => {
  const service = await startScriptedService(redirect("https://store.test/x?signature=abc"));
  const error = await rejectionOf(clientOf(service).agents.list(), ResponseFormatError);
  expect(error.message).toContain("https://store.test/x?[redacted]");
  expect(error.message).not.toContain("signature");
});

test("a redirect that the caller's own fetch followed is detected", async () => {
  const followed = Object.defineProperty(Response.json(agentList), "redirected", { value: true });
  const { fetch } = oneOffFetch(() => followed);
  await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
});

test("a 304 is treated as a redirect", async () => {
  const service = await startScriptedService(empty(304));
  await rejectionOf(clientOf(service).agents.list(), ResponseFormatError);
});

test("a middleware cannot send a request, and its bearer, to another origin", async () => {
  const other = await startScriptedService(json(200, agentList));
  const service = await startScriptedService(json(200, agentList));
  const sdk = clientOf(service, { middleware: [(_request, next) => next(new Request(`${other.baseUrl}/agents`))] });
  const error = await rejectionOf(sdk.agents.list(), ConfigurationError);
  expect(error.message).toContain("another origin");
  expect([...other.requests, ...service.requests]).toHaveLength(0);
});

test.each([
  "https://service.test.other.test/v1/agents",
  "https://service.testing/v1/agents",
  "https://service.test:8443/v1/agents",
  "http://service.test/v1/agents",
])("nor to %s, which is almost the service's own", async (address) => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  const sdk = clientWith(fetch, { middleware: [(_request, next) => next(new Request(address))] });
  await rejectionOf(sdk.agents.list(), ConfigurationError);
  expect(calls).toHaveLength(0);
});

test("a middleware does not see the bearer, and cannot replace it", async () => {
  const service = await startScriptedService(json(200, agentList));
  const seen: (string | null)[] = [];
  const sdk = clientOf(service, {
    middleware: [
      (request, next) => {
        seen.push(request.headers.get("authorization"));
        request.headers.set("authorization", "Bearer of-the-middleware");
        return next(request);
      },
    ],
  });
  await sdk.agents.list();
  expect(seen).toEqual([null]);
  expect(service.requests[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
});
