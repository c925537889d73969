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

/**
 * What a path's id names, by the part of the path before it. An operation may change an agent, which must not disturb other
 * cases.
 */
const resources: Values = {
  agents: async (context) => (await registerAgent(context)).id,
  calls: async (context) => (await sharedCompletedCall(context)).callId,
  categories: sharedCategoryId,
  campaigns: (context) => campaignOf(context).id,
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
  const parameters = await parametersOf(path, context);
  return {
    ...(Object.keys(parameters).length > 0 && { path: parameters }),
    ...(requestExample && { body: { ...requestExample, ...(await fieldsOf(requestExample, context)) } }),
  };
}

/** A prospect that every campaign accepts. */
export function sampleProspect({ unique }: CaseContext): { name: string; phone: string } {
  return { name: unique.name(), phone: nobodysPhone };
}

/** @throws {RangeError} for an id of something that no operation was about when this was written */
async function parametersOf(path: string, context: CaseContext): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [, resource = "", name = ""] of path.matchAll(/([\w-]+)\/\{(\w+)\}/g)) {
    const idOf = resources[resource];
    if (!idOf) throw new RangeError(`sample-request.ts says nothing of the ids of ${resource}, which ${path} has.`);
    values[name] = await idOf(context);
  }
  return values;
}

async function fieldsOf(example: object, context: CaseContext): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(example)) {
    const value = await fields[name]?.(context);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
