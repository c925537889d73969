/** What each method sends, and what it gives. */
import type { CallAnalysis } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, callInput } from "../support/samples.ts";
import { clientWith, testKey } from "../support/test-client.ts";

const external = "https://service.test/v1";
const campaignBaseUrl = "https://campaign.test";
const agent = { name: "Asha", email: "a@example.com" };
const recording = { filename: "a.wav", contentType: "audio/wav" };

test.each<[string, (sdk: CallAnalysis) => unknown, line: string, body?: unknown]>([
  ["agents.list", (sdk) => sdk.agents.list(), `GET ${external}/agents`],
  ["agents.create", (sdk) => sdk.agents.create(agent), `POST ${external}/agents`, agent],
  ["agents.update", (sdk) => sdk.agents.update("a b", { name: "R" }), `PATCH ${external}/agents/a%20b`, { name: "R" }],
  ["agents.delete", (sdk) => sdk.agents.delete("m"), `DELETE ${external}/agents/m`],
  ["categories.list", (sdk) => sdk.categories.list(), `GET ${external}/categories`],
  ["categories.get", (sdk) => sdk.categories.get("c"), `GET ${external}/categories/c`],
  [
    "calls.createUploadUrl",
    ({ calls }) => calls.createUploadUrl(recording),
    `POST ${external}/calls/presigned-url`,
    recording,
  ],
  ["calls.create", (sdk) => sdk.calls.create(callInput), `POST ${external}/calls`, callInput],
  ["calls.getAnalysis", (sdk) => sdk.calls.getAnalysis("1"), `GET ${external}/calls/1/analysis`],
  [
    "campaigns.addProspect",
    (sdk) => sdk.campaigns.addProspect("spring", { name: "R" }),
    `POST ${campaignBaseUrl}/v1/campaigns/spring/prospects-zap`,
    { name: "R" },
  ],
])("%s sends its method, address and body, with the key", async (_name, call, line, body) => {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 404 }));
  await failureOf((async () => call(clientWith(fetch, { campaignBaseUrl })))());
  expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([line]);
  expect(calls[0]?.headers.get("authorization")).toBe(`Bearer ${testKey}`);
  expect(calls[0]?.body && JSON.parse(calls[0].body)).toEqual(body);
});

test("the User-Agent names the package and the runtime, after the caller's own", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList));
  await clientWith(fetch, { userAgent: "crm/2.1" }).agents.list();
  const { node } = process.versions;
  expect(calls[0]?.headers.get("user-agent")).toMatch(new RegExp(`^crm/2\\.1 call-analysis-sdk/\\S+ node/${node}$`));
});
