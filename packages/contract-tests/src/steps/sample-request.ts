import { type CaseContext, campaignOf } from "../case.ts";
import { type JsonSchema, type OperationId, operationOf, schemaTable } from "../contract/openapi-document.ts";
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

type Values<Value> = Readonly<Record<string, (context: CaseContext) => Value | Promise<Value>>>;

/**
 * What a path's id names, by the part of the path before it. An operation may change an agent, which must not disturb other
 * cases.
 */
const resources: Values<string> = {
  agents: async (context) => (await registerAgent(context)).id,
  calls: async (context) => (await sharedCompletedCall(context)).callId,
  categories: sharedCategoryId,
  campaigns: (context) => campaignOf(context).id,
};

/**
 * The fields of a body for which the example's value is not good enough: ids of the target, what must be unique, and what tells
 * one request from the next.
 */
const fields: Values<unknown> = {
  memberId: async (context) => (await sharedAgent(context)).id,
  categoryId: sharedCategoryId,
  audio_url: sharedRecording,
  email: ({ unique }) => unique.email(),
  phone: () => nobodysPhone,
  udfs: ({ unique }) => ({ madeBy: unique.name() }),
};

/** The request that the document shows for an operation, for this target: creates whatever it needs. */
export async function sampleRequestFor(operation: OperationId, context: CaseContext): Promise<SampleRequest> {
  const { path, requestSchema, requestExample } = operationOf(operation);
  const parameters = await parametersOf(path, context);
  const properties = schemaTable[requestSchema ?? ""]?.properties ?? {};
  return {
    ...(Object.keys(parameters).length > 0 && { path: parameters }),
    ...(requestExample && { body: { ...requestExample, ...(await fieldsOf(properties, context)) } }),
  };
}

/** Whether a field takes any text of its length: it is no id, and nothing else that must be there or be unique. */
export function isFreeText(name: string, { type, format }: JsonSchema): boolean {
  return type === "string" && format === undefined && !Object.hasOwn(fields, name);
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
    if (!idOf)
      throw new RangeError(
        `packages/contract-tests/src/steps/sample-request.ts says nothing of the ids of ${resource}, which ${path} has.`,
      );
    values[name] = await idOf(context);
  }
  return values;
}

async function fieldsOf(properties: object, context: CaseContext): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = "name" in properties ? { name: context.unique.name() } : {};
  for (const name of Object.keys(properties)) {
    const value = await fields[name]?.(context);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
