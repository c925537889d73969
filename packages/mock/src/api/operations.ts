/** The operations of the service as one table: method, path, status, body schema and handler. */
import { operations as contract } from "@call-analysis/sdk/operations";
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import { operationContracts } from "../core/generated/operation-contracts.js";
import { jsonResponse, jsonTextResponse } from "../core/message.js";
import { found, MockServiceError } from "../core/mock-service-error.js";
import { createAgent, deleteAgent, updateAgent } from "../domain/agents.js";
import { peekCall, pollCall, snapshotOfCall } from "../domain/analyses.js";
import { createCall } from "../domain/calls.js";
import type { Domain } from "../domain/domain.js";
import { addProspect } from "../domain/prospects.js";
import { isSignedAddress, readRecording } from "../domain/recordings.js";
import { createUploadGrant } from "../domain/upload-grants.js";
import { statusOfNewCall } from "../engine/call-status.js";
import type { PathParameters, RequestBody } from "../rules/use.js";
import type { OrganizationRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { OperationRequest, OperationRoute } from "./route.js";
import { servedRecording, storedRecording } from "./storage.js";

/** An operation that takes and returns JSON: all except those of the storage. */
type JsonOperation = keyof typeof operationContracts;

/** A request with a known key and a valid body. */
type JsonRequest<Name extends JsonOperation> = OperationRequest & {
  organization: OrganizationRow;
  params: PathParameters<Name>;
  body: RequestBody<Name>;
};

/** Returns the success body: a value, or JSON text that was kept. */
type Handler<Name extends JsonOperation = never> = (request: JsonRequest<Name>) => object | string;

type Handlers = { readonly [Name in JsonOperation]: Handler<Name> };

function handlersOf(domain: Domain): Handlers {
  const { agents, categories } = domain.store;
  const textOf = keptTexts();
  return {
    // Deleted agents stay in the store, and are left out here.
    listAgents: ({ organization }) => {
      const rows = agents.listOf(organization.id);
      const active = () => rows.filter(({ isActive }) => isActive);
      return textOf(rows, () => ({ data: active().map((row) => inForm(schemas.Agent, row)) }));
    },
    createAgent: ({ organization, body: { name, email } }) => ({
      data: inForm(schemas.CreatedAgent, createAgent(domain, organization, { name, email })),
    }),
    updateAgent: ({ organization, params: { id: memberId }, body: { name, email } }) => {
      const row = updateAgent(domain, organization, { id: memberId, name, email });
      return { data: inForm(schemas.UpdatedAgent, { ...row, memberId }) };
    },
    deleteAgent: ({ organization, params }) => {
      deleteAgent(domain, organization, params);
      return { success: true };
    },
    listCategories: ({ organization }) => {
      const rows = categories.listOf(organization.id);
      return textOf(rows, () => ({ data: rows.map((row) => inForm(schemas.Category, row)) }));
    },
    getCategory: ({ organization, params: { categoryId }, isView }) => {
      const row = found(getOwned(categories, organization.id, categoryId), "category");
      if (isView) return { data: { ...row, organizationId: undefined } };
      return textOf(row, () => ({ data: inForm(schemas.CategoryDetail, row) }));
    },
    createUploadUrl: ({ organization, body: { filename, contentType }, client, addresses: { storageUrl } }) => ({
      data: createUploadGrant(domain, organization, { filename, contentType, client, storageUrl }),
    }),
    createCall: ({ organization, body, end }) => {
      const { id } = createCall(domain, organization, { request: body, end });
      return { data: { callId: id, status: statusOfNewCall } };
    },
    getCallAnalysis: ({ request: { method }, organization, params, isView }) => {
      const polled = (isView || method === "HEAD" ? peekCall : pollCall)(domain, organization, params);
      const body = () => ({ data: snapshotOfCall(domain, polled) });
      // Only a finished analysis stays as it is.
      return polled.status === "completed" ? textOf(polled.call, body) : body();
    },
    addProspect: ({ organization, params: { campaign_id: campaignId }, body }) => {
      addProspect(domain, organization, { campaignId, fields: body });
      return { success: true, message: "Prospect added", added_count: 1 };
    },
  };
}

/**
 * The fields that a schema of the contract has. No response contains the fake's own fields of a row. The values are not
 * checked, because a test may have set them.
 */
function inForm(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => inForm(schema.element, item));
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const fields = Object.entries(schema.shape).filter(([name]) => name in value);
  return Object.fromEntries(fields.map(([name, field]) => [name, inForm(field, Reflect.get(value, name))]));
}

/**
 * Every operation. A signature authorizes an upload. Anybody may read a recording. @see the specification's section 4
 */
export function operationsOf(domain: Domain): OperationRoute[] {
  // Each handler has the name of an operation, whose requests it takes.
  const json = Object.entries(handlersOf(domain) as Record<string, Handler>).map(([name, handler]) =>
    jsonOperation(name as JsonOperation, handler),
  );
  const storage = {
    address: "storageUrl",
    path: "/recordings/{uploadId}/{filename}",
    status: 200,
    body: undefined,
  } as const;
  return [
    ...json,
    {
      ...storage,
      operation: "uploadRecording",
      method: "PUT",
      respond: (request) => storedRecording(domain, request),
    },
    {
      ...storage,
      operation: "readRecording",
      method: "GET",
      respond: ({ request, params: { uploadId, filename } }) => {
        if (isSignedAddress(request.url))
          throw new MockServiceError("signature-mismatch", "The signature is for uploads. Read publicUrl instead.");
        return servedRecording(request, readRecording(domain, `recordings/${uploadId}/${filename}`));
      },
    },
  ];
}

function jsonOperation(name: JsonOperation, handler: Handler): OperationRoute {
  const { method, path, target }: { method: string; path: string; target?: "campaign" } = contract[name];
  const { status, body }: { status: number; body?: z.ZodType<object> } = operationContracts[name];
  return {
    operation: name,
    address: target === "campaign" ? "campaignBaseUrl" : "baseUrl",
    method,
    path,
    status,
    body,
    respond(request) {
      // The pipeline has found the key's organization, and checked the body against the operation's schema.
      const result = handler(request as never);
      return typeof result === "string" ? jsonTextResponse(status, result) : jsonResponse(status, result);
    },
  };
}

/**
 * Caches the JSON of lists and rows of the store, which never change. Writing it takes longer than the rest of a
 * request.
 */
function keptTexts() {
  const texts = new WeakMap<object, string>();
  return (source: object, value: () => unknown): string => {
    const text = texts.get(source) ?? JSON.stringify(value());
    texts.set(source, text);
    return text;
  };
}
