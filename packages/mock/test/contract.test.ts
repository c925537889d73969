import { createValidator, schemas } from "@call-analysis/sdk/schemas";
import { expect, test } from "vitest";
import { createMockService, type Policies } from "../src/index.js";
import { ask, type Fields } from "./support/ask.js";
import { createCall, known } from "./support/flow.js";

const issuesOf = createValidator();

/** Every operation once, with the body of its response. */
async function everyResponse(policies: Partial<Policies> = {}) {
  const service = createMockService({ policies });
  const { agent, category, campaign, audio_url } = known(service);
  const prospects = `${service.addresses.campaignBaseUrl}/v1/campaigns/${campaign.id}/prospects-zap`;
  const callId = await createCall(service);
  const read = async () => (await ask(service, `GET /calls/${callId}/analysis`)).body;
  const send = async (request: `${string} ${string}`, body?: Fields) => (await ask(service, request, { body })).body;
  return [
    ["listAgents", await send("GET /agents")],
    ["createAgent", await send("POST /agents", { name: "Dev Patel", email: "dev.patel@example.com" })],
    ["updateAgent", await send(`PATCH /agents/${agent.id}`, { name: "Asha" })],
    ["listCategories", await send("GET /categories")],
    ["getCategory", await send(`GET /categories/${category.id}`)],
    ["createUploadUrl", await send("POST /calls/presigned-url", { filename: "a.wav", contentType: "audio/wav" })],
    ["createCall", await send("POST /calls", { memberId: agent.id, categoryId: category.id, audio_url })],
    ["getCallAnalysis", await read()],
    ["getCallAnalysis", await read()],
    ["getCallAnalysis", await read()],
    ["addProspect", await send(`POST ${prospects}`, { name: "Ravi", phone: "1" })],
    ["deleteAgent", await send(`DELETE /agents/${agent.id}`)],
  ] as const;
}

test("every response fits the contract", async () => {
  for (const [operation, response] of await everyResponse())
    expect([operation, issuesOf(operation, response)]).toEqual([operation, []]);
});

test("every response fits the contract under other policies, too", async () => {
  const policies = {
    analysisBeforeCompletion: "absent",
    unknownMetadata: "absent",
    missingUdfs: "null",
    durationUnit: "milliseconds",
    metadataDate: "date",
    scoreScale: "points",
    extractions: "null",
    callObservations: "null",
    areasForImprovement: "null",
  } as const;
  for (const [operation, response] of await everyResponse(policies)) {
    expect([operation, issuesOf(operation, response)]).toEqual([operation, []]);
  }
});

test("a completed call has all that the contract promises of one", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  const { body } = await ask(service, `GET /calls/${await createCall(service)}/analysis`);
  expect(schemas.CompletedCall.safeParse(body.data).error).toBeUndefined();
});
