/** The operations of the service as one table: method, path, status, body schema and handler. */
import { operations as contract } from "@call-analysis/sdk/operations";
import type * as z from "zod";
import { operationContracts } from "../core/generated/operation-contracts.js";
import { jsonResponse, jsonTextResponse } from "../core/message.js";
import { unknownId } from "../core/mock-service-error.js";
import type { Agents } from "../domain/agents.js";
import type { Analyses } from "../domain/analyses.js";
import type { Calls } from "../domain/calls.js";
import type { DomainDependencies } from "../domain/dependencies.js";
import { addProspect } from "../domain/prospects.js";
import type { Recordings } from "../domain/recordings.js";
import type { UploadGrants } from "../domain/upload-grants.js";
import { statusOfNewCall } from "../engine/call-status.js";
import { contractForm } from "../engine/configuration.js";
import type { PathParameters, RequestBody } from "../rules/use.js";
import type { AgentRow, CategoryRow, OrganizationRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { OperationRequest, OperationRoute } from "./route.js";
import { servedRecording, storedRecording } from "./storage.js";

/** What the operations depend on. */
export interface OperationDependencies {
  domain: DomainDependencies;
  agents: Agents;
  calls: Calls;
  analyses: Analyses;
  grants: UploadGrants;
  recordings: Recordings;
}

/** An operation that takes and returns JSON: all but those of the storage. */
type JsonOperation = keyof typeof operationContracts;

/** A request with a known key, and a body that fits. */
type JsonRequest<Name extends JsonOperation> = OperationRequest & {
  organization: OrganizationRow;
  params: PathParameters<Name>;
  body: RequestBody<Name>;
};

/** Returns the body of a success: a value, or JSON text that was kept. */
type Handler<Name extends JsonOperation = never> = (request: JsonRequest<Name>) => object | string;

type Handlers = { readonly [Name in JsonOperation]: Handler<Name> };

function handlersOf({ domain, agents, calls, analyses, grants }: OperationDependencies): Handlers {
  const { categories } = domain.store;
  const texts = new ResponseTexts();
  return {
    // Deleted agents stay in the store, and are left out here.
    listAgents: ({ organization }) => {
      const rows = agents.list(organization);
      return texts.of(rows, () => ({ data: rows.filter(({ isActive }) => isActive).map(listedAgent) }));
    },
    createAgent: ({ organization, body }) => {
      const { id, userId, name, email } = agents.create(organization, { name: body.name, email: body.email });
      return { data: { id, userId, name, email } };
    },
    updateAgent: ({ organization, params: { id }, body }) => {
      const { userId, name, email, image } = agents.update(organization, id, body);
      return { data: { memberId: id, userId, name, email, image } };
    },
    deleteAgent: ({ organization, params: { id } }) => {
      agents.delete(organization, id);
      return { success: true };
    },
    listCategories: ({ organization }) => {
      const rows = categories.listOf(organization.id);
      return texts.of(rows, () => ({ data: rows.map(listedCategory) }));
    },
    getCategory: ({ organization, params: { categoryId } }) => {
      const row = getOwned(categories, organization.id, categoryId);
      if (!row) throw unknownId("category");
      return texts.of(row, () => ({ data: contractForm(row) }));
    },
    createUploadUrl: ({ organization, body: { filename, contentType }, client, addresses: { storageUrl } }) => ({
      data: grants.create(organization, { filename, contentType, client, storageUrl }),
    }),
    createCall: ({ organization, body, end }) => {
      const { id } = calls.create(organization, body, { end });
      return { data: { callId: id, status: statusOfNewCall } };
    },
    getCallAnalysis: ({ organization, params: { callId } }) => {
      const polled = analyses.poll(organization, callId);
      const body = () => ({ data: analyses.snapshot(polled) });
      // Only a finished analysis stays as it is.
      return polled.status === "completed" ? texts.of(polled.call, body) : body();
    },
    addProspect: ({ organization, params: { campaign_id: campaignId }, body }) => {
      addProspect(domain, organization, { campaignId, fields: body });
      return { success: true, message: "Prospect added", added_count: 1 };
    },
  };
}

/** Every operation. A signature authorizes an upload, and anybody may read a recording. @see the specification's section 4 */
export function operationsOf(dependencies: OperationDependencies): OperationRoute[] {
  const handlers = handlersOf(dependencies);
  // Each handler has the name of an operation, whose requests it takes.
  const json = Object.entries(handlers as Record<string, Handler>).map(([name, handler]) =>
    jsonOperation(name as JsonOperation, handler),
  );
  const storage = { address: "storageUrl", path: "/recordings/{uploadId}/{filename}", status: 200 } as const;
  const { domain, grants, recordings } = dependencies;
  return [
    ...json,
    {
      ...storage,
      operation: "uploadRecording",
      method: "PUT",
      body: undefined,
      respond: (request) => storedRecording(request, { domain, grants, recordings }),
    },
    {
      ...storage,
      operation: "readRecording",
      method: "GET",
      body: undefined,
      respond: ({ request, params }) => servedRecording(request, recordings.read(keyOf(params))),
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

function keyOf({ uploadId, filename }: OperationRequest["params"]): string {
  return `recordings/${uploadId}/${filename}`;
}

function listedAgent({ organizationId: _, isActive: _1, ...agent }: AgentRow) {
  return agent;
}

function listedCategory({ id, name, description, icon, createdAt, updatedAt }: CategoryRow) {
  return { id, name, description, icon, createdAt, updatedAt };
}

/**
 * The JSON of lists and rows of the store, which never change once made. Each text is written once and kept
 * as long as its source: writing it takes longer than all the rest of a request.
 */
class ResponseTexts {
  readonly #texts = new WeakMap<object, string>();

  /** The text of a source, written from `value()` the first time. */
  of(source: object, value: () => unknown): string {
    const known = this.#texts.get(source);
    if (known !== undefined) return known;
    const text = JSON.stringify(value());
    this.#texts.set(source, text);
    return text;
  }
}
