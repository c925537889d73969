/**
 * The whole sequence of the specification's section 1, by the client that @hey-api/openapi-ts generates from the
 * documents. It is compiled beside the generated code, so it also checks the types that the tool made.
 */
import { createClient, createConfig } from "./generated/campaigns/client/index.js";
import { addProspect } from "./generated/campaigns/sdk.gen.js";
import { client } from "./generated/external/client.gen.js";
import * as external from "./generated/external/sdk.gen.js";

const { BASE_URL: baseUrl, CAMPAIGN_BASE_URL: campaignBaseUrl, API_KEY: auth, CAMPAIGN_ID = "" } = process.env;
client.setConfig({ baseUrl, auth });
const campaignClient = createClient(createConfig({ baseUrl: campaignBaseUrl, auth }));
const throwOnError = true;
const contentType = "audio/wav";

const registration = { name: "Kavya Menon", email: "kavya.menon@example.com" };
const { data: agent } = (await external.createAgent({ body: registration, throwOnError })).data;
const { data: agents } = (await external.listAgents({ throwOnError })).data;
expect(
  agents.some(({ id }) => id === agent.id),
  "a registered agent is in the list",
);
const [category] = (await external.listCategories({ throwOnError })).data.data;
if (!category) throw new Error("There is no category.");
const path = { categoryId: category.id };
const { possibleOutcomes } = (await external.getCategory({ path, throwOnError })).data.data;

const naming = { filename: "call.wav", contentType };
const { presignedUrl, publicUrl } = (await external.createUploadUrl({ body: naming, throwOnError })).data.data;
const body = new Uint8Array(16_000);
const upload = await fetch(presignedUrl, { method: "PUT", headers: { "content-type": contentType }, body });
expect(upload.ok, "the upload succeeds");

const fields = { memberId: agent.id, categoryId: category.id, audio_url: publicUrl };
const call = { ...fields, udfs: { crmId: "84113" }, date: "2026-01-12" };
const { callId, status } = (await external.createCall({ body: call, throwOnError })).data.data;
expect(status === "processing", "a new call is processing");
const analysis = await untilCompleted(callId);
const isKnown = possibleOutcomes.some(({ label }) => label === analysis.outcomeLabel);
expect(isKnown && analysis.sections.length > 0, "the analysis is that of the category");

const renaming = { path: { id: agent.id }, body: { name: "Kavya R. Menon" } };
const { data: updated } = (await external.updateAgent({ ...renaming, throwOnError })).data;
expect(updated.memberId === agent.id && updated.name === "Kavya R. Menon", "the agent is renamed");
const deletion = (await external.deleteAgent({ path: { id: agent.id }, throwOnError })).data;
expect(deletion.success === true, "the agent is deleted");
const prospect = {
  path: { campaign_id: CAMPAIGN_ID },
  body: { name: "Ravi Kumar", phone: "+910000000000", city: "Pune" },
};
const added = (await addProspect({ client: campaignClient, ...prospect, throwOnError })).data;
expect(added.success && added.added_count === 1, "the prospect is added");

async function untilCompleted(callId: string) {
  for (let polls = 0; polls < 100; polls += 1) {
    const { status, analysis } = (await external.getCallAnalysis({ path: { callId }, throwOnError })).data.data;
    if (status === "completed" && analysis) return analysis;
  }
  throw new Error("The call is not completed after 100 polls.");
}

function expect(isTrue: boolean, statement: string): void {
  if (!isTrue) throw new Error(`Not so: ${statement}.`);
}
