import type { OperationId } from "../contract/validator.js";

/** When a request may be sent again: whenever it failed for a passing reason, or only when it cannot have been processed. */
export type Repeat = "always" | "unprocessed";

/** What the transport must know of an operation. */
export interface Operation {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  repeat: Repeat;
  /** The campaign interface has an address and a key of its own. @default "external" */
  target?: "campaign";
  /** A failure after sending leaves open whether something billable was made. */
  uncertain?: true;
}

/** Every JSON operation of the interface. `createUploadUrl` may be repeated: an unused grant costs nothing. */
export const operations = {
  listAgents: { method: "GET", path: "/agents", repeat: "always" },
  createAgent: { method: "POST", path: "/agents", repeat: "unprocessed" },
  updateAgent: { method: "PATCH", path: "/agents/{id}", repeat: "always" },
  deleteAgent: { method: "DELETE", path: "/agents/{id}", repeat: "always" },
  createUploadUrl: { method: "POST", path: "/calls/presigned-url", repeat: "always" },
  createCall: { method: "POST", path: "/calls", repeat: "unprocessed", uncertain: true },
  getCallAnalysis: { method: "GET", path: "/calls/{callId}/analysis", repeat: "always" },
  listCategories: { method: "GET", path: "/categories", repeat: "always" },
  getCategory: { method: "GET", path: "/categories/{categoryId}", repeat: "always" },
  addProspect: {
    method: "POST",
    path: "/v1/campaigns/{campaign_id}/prospects-zap",
    repeat: "unprocessed",
    target: "campaign",
  },
} as const satisfies Record<OperationId, Operation>;
