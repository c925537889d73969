/**
 * The table of operations: what the client must know of each beyond the contract. To add one, follow "Adding an
 * operation" in CONTRIBUTING.md.
 */
import type { AgentInput, AgentUpdate, CallInput, UploadUrlInput } from "./types.js";
import type { OperationId } from "./validator.js";

/** One operation: its address, and what may happen after a failure. */
export interface Operation {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** When a request may be sent again: after every temporary failure, or only when it cannot have been processed. */
  repeat: "always" | "unprocessed";
  /** The interface it belongs to: the campaign interface has its own address and key. @default "external" */
  target?: "campaign";
  /** After a failure it may be unknown whether something was created that is billed. */
  uncertain?: true;
  /** The fields that the body may have. @default any: those of prospects do */
  fields?: Readonly<Record<string, true>>;
}

/** The compiler tells of a field that is missing. */
type FieldsOf<Body> = Record<keyof Body, true>;

const agentFields: FieldsOf<AgentInput & AgentUpdate> = { name: true, email: true };
const grantFields: FieldsOf<UploadUrlInput> = { filename: true, contentType: true };
const callFields: FieldsOf<CallInput> = { memberId: true, categoryId: true, audio_url: true, udfs: true, date: true };

/** Every JSON operation of the interface. `createUploadUrl` may be repeated: an unused grant costs nothing. */
export const operations = {
  listAgents: { method: "GET", path: "/agents", repeat: "always" },
  createAgent: { method: "POST", path: "/agents", repeat: "unprocessed", fields: agentFields },
  updateAgent: { method: "PATCH", path: "/agents/{id}", repeat: "always", fields: agentFields },
  deleteAgent: { method: "DELETE", path: "/agents/{id}", repeat: "always" },
  createUploadUrl: { method: "POST", path: "/calls/presigned-url", repeat: "always", fields: grantFields },
  createCall: { method: "POST", path: "/calls", repeat: "unprocessed", uncertain: true, fields: callFields },
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
