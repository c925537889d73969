/** The attributes of requests, which faults, gates and the journal match. */
import type { RequestAttributes, RequestIdentity } from "../rules/match.js";
import { emailKey } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { Domain } from "./domain.js";
import { filenameOf } from "./recordings.js";

/** The sources of a request's fields. */
interface RequestFields {
  /** The path parameters of the route. */
  params: Readonly<Record<string, string>>;
  /** The parsed body. Undefined if there is none. */
  body: unknown;
}

/** Reads the attributes of a request. */
export type ReadAttributes = (request: RequestIdentity, fields: RequestFields) => RequestAttributes;

/** The attributes of a request. Fields of the body do not override them. */
export function requestAttributes(
  domain: Domain,
  request: RequestIdentity,
  { params, body }: RequestFields,
): RequestAttributes {
  const ofBody = typeof body === "object" && !Array.isArray(body) ? { ...body } : {};
  const fields = { ...ofBody, ...params, ...subjectOf(domain, { params, body: ofBody }) };
  return { ...fields, ...memberOf(domain, request, fields), ...request };
}

/** All names of the agent, whichever one the request uses. A prospect may have any field. */
function memberOf({ store }: Domain, { operation, organizationId }: RequestIdentity, fields: { memberId?: unknown }) {
  const { memberId } = fields;
  if (typeof memberId !== "string" || operation === "addProspect") return {};
  const organization = organizationId ?? "";
  const agent = getOwned(store.agents, organization, memberId) ?? store.agents.find(emailKey(organization, memberId));
  return { memberId: agent ? [agent.id, agent.email] : [memberId] };
}

/** The fields of the call, the upload or the agent that the request is about. */
function subjectOf(
  domain: Domain,
  { params, body }: { params: RequestFields["params"]; body: { audio_url?: unknown } },
): Record<string, unknown> {
  const { uploadId, filename, callId, id } = params;
  if (uploadId !== undefined) return { filename: domain.store.uploads.get(uploadId)?.filename ?? filename };
  if (callId !== undefined) return callFields(domain, callId);
  // Only the paths of agents have an `id`.
  if (id !== undefined) return { memberId: id };
  const { audio_url: audioUrl } = body;
  return typeof audioUrl === "string" && URL.canParse(audioUrl) ? { filename: filenameOf(domain, { audioUrl }) } : {};
}

function callFields(domain: Domain, callId: string): Record<string, unknown> {
  const call = domain.store.calls.get(callId);
  if (!call) return { callId };
  const { memberId, categoryId, audioUrl, udfs } = call;
  return { callId, memberId, categoryId, audio_url: audioUrl, udfs: udfs ?? {}, filename: filenameOf(domain, call) };
}
