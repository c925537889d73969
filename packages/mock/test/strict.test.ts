import { expect, test } from "vitest";
import { createMockService } from "../src/index.js";
import { known } from "./support/flow.js";

async function send(path: string, { strict = true, body = {} as unknown, type = "application/json" as string | null }) {
  const service = createMockService({ strict });
  const { agent, category, audio_url, campaign } = known(service);
  const whole: Record<string, object> = {
    "/agents": { name: "Asha", email: "asha.new@example.com", ...Object(body) },
    "/calls": { memberId: agent.id, categoryId: category.id, audio_url, ...Object(body) },
    "/prospects-zap": { name: "Ravi", phone: "+919800000000", ...Object(body) },
  };
  const { baseUrl, campaignBaseUrl } = service.addresses;
  const address =
    path === "/prospects-zap" ? `${campaignBaseUrl}/v1/campaigns/${campaign.id}${path}` : `${baseUrl}${path}`;
  const response = await service.fetch(address, {
    method: "POST",
    headers: { authorization: "Bearer test-key", ...(type === null ? {} : { "content-type": type }) },
    // Bytes have no Content-Type by default, other than texts.
    body: new TextEncoder().encode(JSON.stringify(whole[path])),
  });
  return { status: response.status, text: await response.text() };
}

test("a strict service refuses keys that the contract does not name, and names the nearest", async () => {
  const { status, text } = await send("/calls", { body: { audioUrl: "https://a.test/b.wav" } });
  expect([status, text]).toEqual([400, expect.stringContaining("audioUrl: is unknown; did you mean")]);
  expect(text).toContain("audio_url");
  expect((await send("/agents", { body: { image: "x" } })).status).toBe(400);
});

test("a strict service takes what the contract leaves open: user-defined fields, and a prospect's own keys", async () => {
  expect((await send("/calls", { body: { udfs: { anything: 1 } } })).status).toBe(202);
  expect((await send("/prospects-zap", { body: { crm_stage: "won" } })).status).toBe(200);
});

test.each([
  [null, true, 400],
  ["text/plain", true, 400],
  ["application/json; charset=utf-8", true, 201],
  [null, false, 201],
])("a body with the Content-Type %j gets, where strict is %j, %i", async (type, strict, status) => {
  expect((await send("/agents", { type, strict })).status).toBe(status);
});
