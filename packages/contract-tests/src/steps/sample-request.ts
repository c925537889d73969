import { type CaseContext, campaignOf } from "../case.ts";
import { type OperationId, operationOf } from "../contract/openapi-document.ts";
import type { PathParameters } from "../targets/target.ts";
import { sharedCompletedCall, sharedRecording } from "./calls.ts";
import { registerAgent, sharedAgent, sharedCategoryId } from "./organization.ts";

/** A request that an operation must accept. */
export interface SampleRequest {
  path?: PathParameters;
  body?: Record<string, unknown>;
}

/** The Indian numbering plan assigns it to nobody. */
const nobodysPhone = "+910000000000";

type Values = Readonly<Record<string, (context: CaseContext) => string | Promise<string>>>;

/** What the path parameters of every operation mean. What the request does to it may not disturb other cases. */
const parameters: Values = {
  id: async (context) => (await registerAgent(context)).id,
  callId: async (context) => (await sharedCompletedCall(context)).callId,
  categoryId: sharedCategoryId,
  campaign_id: (context) => campaignOf(context).id,
};

/** The fields of a body for which the example's value is not good enough: ids of the target, and what must be unique. */
const fields: Values = {
  memberId: async (context) => (await sharedAgent(context)).id,
  categoryId: sharedCategoryId,
  audio_url: sharedRecording,
  name: ({ unique }) => unique.name(),
  email: ({ unique }) => unique.email(),
  phone: () => nobodysPhone,
};

/** The request that the document shows for an operation, for this target: creates whatever it needs. */
export async function sampleRequestFor(operation: OperationId, context: CaseContext): Promise<SampleRequest> {
  const { path, requestExample } = operationOf(operation);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return {
    ...(names.length > 0 && { path: await valuesOf(names, { of: parameters, context }) }),
    ...(requestExample && {
      body: { ...requestExample, ...(await valuesOf(Object.keys(requestExample), { of: fields, context })) },
    }),
  };
}

/** A prospect that every campaign accepts. */
export function sampleProspect({ unique }: CaseContext): { name: string; phone: string } {
  return { name: unique.name(), phone: nobodysPhone };
}

async function valuesOf(
  names: readonly string[],
  { of, context }: { of: Values; context: CaseContext },
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = await of[name]?.(context);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
