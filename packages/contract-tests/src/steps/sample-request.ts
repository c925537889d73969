import { type CaseContext, campaignOf } from "../case.ts";
import type { OperationId } from "../contract/openapi-document.ts";
import type { PathParameters } from "../targets/target.ts";
import { callInput, sharedCompletedCall } from "./calls.ts";
import { registerAgent, sharedCategoryId } from "./organization.ts";

/** A request that an operation must accept. */
export interface SampleRequest {
  path?: PathParameters;
  body?: Record<string, unknown>;
}

/** Creates whatever an operation needs, and returns a request that it must accept. */
export async function sampleRequestFor(operation: OperationId, context: CaseContext): Promise<SampleRequest> {
  const { unique } = context;
  switch (operation) {
    case "listAgents":
    case "listCategories":
      return {};
    case "createAgent":
      return { body: { name: unique.name(), email: unique.email() } };
    case "updateAgent":
      return { path: { id: (await registerAgent(context)).id }, body: { name: unique.name() } };
    case "deleteAgent":
      return { path: { id: (await registerAgent(context)).id } };
    case "createUploadUrl":
      return { body: { filename: "contract-test.wav", contentType: "audio/wav" } };
    case "createCall":
      return { body: { ...(await callInput(context)) } };
    case "getCallAnalysis":
      return { path: { callId: (await sharedCompletedCall(context)).callId } };
    case "getCategory":
      return { path: { categoryId: await sharedCategoryId(context) } };
    case "addProspect":
      return { path: { campaign_id: campaignOf(context).id }, body: sampleProspect(context) };
  }
}

/** A prospect with a phone number that the Indian numbering plan assigns to nobody. */
export function sampleProspect({ unique }: CaseContext): { name: string; phone: string } {
  return { name: unique.name(), phone: "+910000000000" };
}
