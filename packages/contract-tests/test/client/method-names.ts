import type { OperationId } from "../../src/contract/openapi-document.ts";

/** The client's method for each operation. Nothing is imported here: what is generated is also written where nothing is built. */
export const methodNames: Readonly<Record<OperationId, string>> = {
  listAgents: "agents.list",
  createAgent: "agents.create",
  updateAgent: "agents.update",
  deleteAgent: "agents.delete",
  createUploadUrl: "calls.createUploadUrl",
  createCall: "calls.create",
  getCallAnalysis: "calls.getAnalysis",
  listCategories: "categories.list",
  getCategory: "categories.get",
  addProspect: "campaigns.addProspect",
};
