/** The sequence by the client that @hey-api/openapi-ts generates. Compiled beside what it generates. */
import { createClient, createConfig } from "./generated/campaigns/client/index.js";
import * as campaigns from "./generated/campaigns/sdk.gen.js";
import { client } from "./generated/external/client.gen.js";
import * as external from "./generated/external/sdk.gen.js";
import { runSequence } from "./sequence.js";

const { BASE_URL: baseUrl, CAMPAIGN_BASE_URL: campaignBaseUrl, API_KEY: auth, CAMPAIGN_ID: campaignId } = process.env;
client.setConfig({ baseUrl, auth });
const campaignClient = createClient(createConfig({ baseUrl: campaignBaseUrl, auth }));
const throwOnError = true;

await runSequence(
  {
    createAgent: async (body) => (await external.createAgent({ body, throwOnError })).data,
    updateAgent: async (id, body) => (await external.updateAgent({ path: { id }, body, throwOnError })).data,
    deleteAgent: async (id) => (await external.deleteAgent({ path: { id }, throwOnError })).data,
    listAgents: async () => (await external.listAgents({ throwOnError })).data,
    listCategories: async () => (await external.listCategories({ throwOnError })).data,
    getCategory: async (categoryId) => (await external.getCategory({ path: { categoryId }, throwOnError })).data,
    createUploadUrl: async (body) => (await external.createUploadUrl({ body, throwOnError })).data,
    createCall: async (body) => (await external.createCall({ body, throwOnError })).data,
    getCallAnalysis: async (callId) => (await external.getCallAnalysis({ path: { callId }, throwOnError })).data,
    async addProspect(id, body) {
      const path = { campaign_id: id };
      return (await campaigns.addProspect({ client: campaignClient, path, body, throwOnError })).data;
    },
  },
  campaignId ?? "",
);
