import type { CallAnalysis } from "@call-analysis/sdk";
import {
  agentList,
  callInput,
  categoryDetail,
  categoryList,
  createdAgent,
  createdCall,
  deletedAgent,
  pendingAnalysis,
  prospectAdded,
  updatedAgent,
  uploadGrant,
} from "./samples.ts";
import { json, type ScriptedResponse } from "./scripted-responses.ts";

/** What a test gives each request. */
export type Limits = Parameters<CallAnalysis["agents"]["list"]>[0];

/** An operation as a test runs it, and the response that it succeeds with. */
export interface SampleOperation {
  run: (sdk: CallAnalysis, options?: Limits) => PromiseLike<unknown>;
  success: ScriptedResponse;
}

/** Operations that are sent once, by name. */
export const creations: Record<string, SampleOperation> = {
  "calls.create": { run: (sdk, options) => sdk.calls.create(callInput, options), success: json(202, createdCall) },
  "agents.create": {
    run: (sdk, options) => sdk.agents.create({ name: "Asha", email: "asha@example.com" }, options),
    success: json(201, createdAgent),
  },
  "campaigns.addProspect": {
    run: (sdk, options) => sdk.campaigns.addProspect("spring", { name: "Ravi", phone: "+911" }, options),
    success: json(200, prospectAdded),
  },
};

/** Operations that may be sent again, by name. */
export const repeatables: Record<string, SampleOperation> = {
  "agents.list": { run: (sdk, options) => sdk.agents.list(options), success: json(200, agentList) },
  "agents.update": {
    run: (sdk, options) => sdk.agents.update("mem_1", { name: "Asha" }, options),
    success: json(200, updatedAgent),
  },
  "agents.delete": { run: (sdk, options) => sdk.agents.delete("mem_1", options), success: json(200, deletedAgent) },
  "categories.list": { run: (sdk, options) => sdk.categories.list(options), success: json(200, categoryList) },
  "categories.get": { run: (sdk, options) => sdk.categories.get("cat_1", options), success: json(200, categoryDetail) },
  "calls.getAnalysis": {
    run: (sdk, options) => sdk.calls.getAnalysis(pendingAnalysis.data.callId, options),
    success: json(200, pendingAnalysis),
  },
  "calls.createUploadUrl": {
    run: (sdk, options) => sdk.calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" }, options),
    success: json(200, uploadGrant),
  },
};
