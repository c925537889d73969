// Generated from openapi/call-analysis.yaml by scripts/generate.ts. Never edited.

import { schemas } from "@call-analysis/sdk/schemas";

/** The input and output of each operation: the success status, and the schema of a JSON body. */
export const operationContracts = {
  listAgents: { operation: "listAgents", status: 200 },
  createAgent: { operation: "createAgent", status: 201, body: schemas.CreateAgentRequest },
  updateAgent: { operation: "updateAgent", status: 200, body: schemas.UpdateAgentRequest },
  deleteAgent: { operation: "deleteAgent", status: 200 },
  createUploadUrl: { operation: "createUploadUrl", status: 200, body: schemas.CreateUploadUrlRequest },
  createCall: { operation: "createCall", status: 202, body: schemas.CreateCallRequest },
  getCallAnalysis: { operation: "getCallAnalysis", status: 200 },
  listCategories: { operation: "listCategories", status: 200 },
  getCategory: { operation: "getCategory", status: 200 },
  addProspect: { operation: "addProspect", status: 200, body: schemas.Prospect },
} as const;
