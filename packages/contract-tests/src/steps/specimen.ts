import type { CaseContext } from "../context/case-context.ts";
import { campaignOf } from "../context/case-context.ts";
import type { OperationId } from "../contract/operation-types.ts";
import type { PathParameters } from "../exchange/address.ts";
import { registerAgent } from "./agents.ts";
import { anyCompletedCall, callInput } from "./calls.ts";
import { anyCategoryId } from "./categories.ts";

/** A request that an operation must take. */
export interface Specimen {
  path?: PathParameters;
  body?: Record<string, unknown>;
}

/** Makes whatever an operation needs, and gives a request that it must take. */
export async function specimenOf(operation: OperationId, context: CaseContext): Promise<Specimen> {
  const { fresh } = context;
  switch (operation) {
    case "listAgents":
    case "listCategories":
      return {};
    case "createAgent":
      return { body: { name: fresh.name(), email: fresh.email() } };
    case "updateAgent":
      return { path: { id: (await registerAgent(context)).id }, body: { name: fresh.name() } };
    case "deleteAgent":
      return { path: { id: (await registerAgent(context)).id } };
    case "createUploadUrl":
      return { body: { filename: "contract-test.wav", contentType: "audio/wav" } };
    case "createCall":
      return { body: { ...(await callInput(context)) } };
    case "getCallAnalysis":
      return { path: { callId: (await anyCompletedCall(context)).callId } };
    case "getCategory":
      return { path: { categoryId: await anyCategoryId(context) } };
    case "addProspect":
      return { path: { campaign_id: campaignOf(context).id }, body: { name: fresh.name(), phone: "+910000000000" } };
  }
}
