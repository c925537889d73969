/** The attributes of requests, by which faults, gates and the journal select them. */
import { type Operation, operations } from "@call-analysis/sdk/operations";
import type { RequestAttributes, RequestIdentity } from "../rules/match.js";
import { emailKey } from "../store/rows.js";
import { getOwned, type Store } from "../store/store.js";
import { memberNames } from "./agents.js";
import type { DomainDependencies } from "./dependencies.js";
import type { Recordings } from "./recordings.js";

/** Where a request's fields come from. */
interface RequestFields {
  /** The parts of the path that the route names. */
  params: Readonly<Record<string, string>>;
  /** The parsed body; undefined for none. */
  body: unknown;
}

/** Reads the attributes of requests. */
export class RequestAttributesReader {
  readonly #store: Store;
  readonly #recordings: Recordings;

  constructor({ store }: DomainDependencies, recordings: Recordings) {
    this.#store = store;
    this.#recordings = recordings;
  }

  /** The attributes of a request. A body's own fields do not hide what the request is. */
  read(request: RequestIdentity, { params, body }: RequestFields): RequestAttributes {
    const fields = { ...(isObject(body) ? body : {}), ...params, ...this.#subject(request, { params, body }) };
    return { ...fields, ...this.#member(request, fields), ...request };
  }

  /** All names of the agent, whichever of them the request uses. A prospect may have any field. */
  #member({ operation, organizationId }: RequestIdentity, fields: object): Record<string, unknown> {
    const { memberId } = fields as Record<string, unknown>;
    if (typeof memberId !== "string" || operation === "addProspect") return {};
    const organization = organizationId ?? "";
    const { agents } = this.#store;
    const agent = getOwned(agents, organization, memberId) ?? agents.find(emailKey(organization, memberId));
    return { memberId: agent ? memberNames(agent) : [memberId] };
  }

  /** The fields of the call, the upload or the agent that the request is about. */
  #subject({ operation }: RequestIdentity, { params, body }: RequestFields): Record<string, unknown> {
    const { uploadId, filename } = params;
    if (uploadId !== undefined) return { filename: this.#store.uploads.get(uploadId)?.filename ?? filename };
    const [resource, id = ""] = resourceOf(operation, params);
    if (resource === "calls") return this.#call(id);
    if (resource === "agents") return { memberId: id };
    return isObject(body) && "audio_url" in body ? this.#recording(body.audio_url) : {};
  }

  #call(callId: string): Record<string, unknown> {
    const call = this.#store.calls.get(callId);
    if (!call) return { callId };
    const { memberId, categoryId, audioUrl, udfs } = call;
    const filename = this.#recordings.filenameOf(call);
    return { callId, memberId, categoryId, audio_url: audioUrl, udfs: udfs ?? {}, filename };
  }

  #recording(audioUrl: unknown): Record<string, unknown> {
    if (typeof audioUrl !== "string" || !URL.canParse(audioUrl)) return {};
    return { filename: this.#recordings.filenameOf({ audioUrl }) };
  }
}

/** What the path's id names, by the part of the path before it, and the id: `/calls/{id}/notes` is about a call. */
function resourceOf(operation: string | null, params: RequestFields["params"]): [resource?: string, id?: string] {
  const table: Readonly<Record<string, Operation>> = operations;
  const [, resource, name = ""] = /\/(\w+)\/\{(\w+)\}/.exec(table[operation ?? ""]?.path ?? "") ?? [];
  return resource === undefined ? [] : [resource, params[name] ?? ""];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
