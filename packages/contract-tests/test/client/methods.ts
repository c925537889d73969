import type { CallAnalysis } from "@call-analysis/sdk";
import type { OperationId } from "../../src/contract/openapi-document.ts";

/** An operation's input: path parameters by name, and a body. */
export interface OperationInput {
  path: Record<string, string>;
  body: Record<string, unknown>;
}

/** The client's method for an operation, and how it is called. */
export interface ClientMethod {
  /** As a user writes it, such as `agents.list`. */
  name: string;
  call(sdk: CallAnalysis, input: OperationInput): Promise<unknown>;
}

/** A body that is generated from the document's schema has the client's type, which is generated from the same schema. */
function typed<Type>(body: Record<string, unknown>): Type {
  return body as Type;
}

type BodyOf<Method extends (...parameters: never[]) => unknown, Index extends 0 | 1 = 0> = Parameters<Method>[Index];

/** The client's method for each operation. */
export const methods: Readonly<Record<OperationId, ClientMethod>> = {
  listAgents: { name: "agents.list", call: (sdk) => sdk.agents.list() },
  createAgent: {
    name: "agents.create",
    call: (sdk, { body }) => sdk.agents.create(typed<BodyOf<CallAnalysis["agents"]["create"]>>(body)),
  },
  updateAgent: {
    name: "agents.update",
    call: (sdk, { path: { id = "" }, body }) => sdk.agents.update(id, body),
  },
  deleteAgent: { name: "agents.delete", call: (sdk, { path: { id = "" } }) => sdk.agents.delete(id) },
  createUploadUrl: {
    name: "calls.createUploadUrl",
    call: (sdk, { body }) => sdk.calls.createUploadUrl(typed<BodyOf<CallAnalysis["calls"]["createUploadUrl"]>>(body)),
  },
  createCall: {
    name: "calls.create",
    call: (sdk, { body }) => sdk.calls.create(typed<BodyOf<CallAnalysis["calls"]["create"]>>(body)),
  },
  getCallAnalysis: {
    name: "calls.getAnalysis",
    call: (sdk, { path: { callId = "" } }) => sdk.calls.getAnalysis(callId),
  },
  listCategories: { name: "categories.list", call: (sdk) => sdk.categories.list() },
  getCategory: {
    name: "categories.get",
    call: (sdk, { path: { categoryId = "" } }) => sdk.categories.get(categoryId),
  },
  addProspect: {
    name: "campaigns.addProspect",
    call: (sdk, { path: { campaign_id = "" }, body }) => sdk.campaigns.addProspect(campaign_id, body),
  },
};

/** Methods that send several requests. `calls.upload` is the one that sends `uploadRecording`. */
export const flows: readonly string[] = [
  "calls.upload",
  "calls.submitFile",
  "calls.analyzeFile",
  "calls.analyzeFiles",
  "calls.analyzeUrl",
  "calls.waitForAnalysis",
  "calls.watchAnalysis",
  "calls.resume",
];
