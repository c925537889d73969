/** The sequence by the client that orval generates. Compiled beside what it generates. */
import * as campaigns from "./generated/campaigns.js";
import * as external from "./generated/external.js";
import { runSequence } from "./sequence.js";

const options = { headers: { authorization: `Bearer ${process.env.API_KEY}` } };

/** The body of a response with the status of success; the type is that of this status alone. */
function succeeded<Response extends { status: number; data: unknown }, Status extends Response["status"]>(
  response: Response,
  status: Status,
): Extract<Response, { status: Status }>["data"] {
  if (response.status !== status) throw new Error(`Not so: status ${response.status} is ${status}.`);
  return response.data;
}

await runSequence(
  {
    createAgent: async (body) => succeeded(await external.createAgent(body, options), 201),
    updateAgent: async (id, body) => succeeded(await external.updateAgent(id, body, options), 200),
    deleteAgent: async (id) => succeeded(await external.deleteAgent(id, options), 200),
    listAgents: async () => succeeded(await external.listAgents(options), 200),
    listCategories: async () => succeeded(await external.listCategories(options), 200),
    getCategory: async (id) => succeeded(await external.getCategory(id, options), 200),
    createUploadUrl: async (body) => succeeded(await external.createUploadUrl(body, options), 200),
    createCall: async (body) => succeeded(await external.createCall(body, options), 202),
    getCallAnalysis: async (callId) => succeeded(await external.getCallAnalysis(callId, options), 200),
    addProspect: async (id, body) => succeeded(await campaigns.addProspect(id, body, options), 200),
  },
  process.env.CAMPAIGN_ID ?? "",
);
