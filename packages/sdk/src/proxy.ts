/**
 * A proxy for browsers, on your own server. It adds the API key, which never leaves the server. Recordings do not pass
 * through it: the browser uploads them directly to the store, with a signed URL.
 *
 * The steps of a request: find the operation; check that it is allowed, for this page; authorize the user; read the
 * body; send a new request to the service; reply. The proxy forwards nothing of the browser's URL, query or headers.
 */
import { operations } from "./contract/operations.js";
import type { CallFields, CallInput, UploadUrlInput } from "./contract/types.js";
import { AbortError, ConfigurationError } from "./errors.js";
import { callFieldsOf } from "./flow/call-fields.js";
import { createOnce } from "./flow/create.js";
import { keyOfCall } from "./flow/identity.js";
import { runFlow } from "./flow/run.js";
import { getAnalysis } from "./flow/wait.js";
import { type JsonObject, readJsonObject } from "./proxy/body.js";
import { type ProxyOptions, type ProxySettings, type ProxyUser, resolveProxyOptions } from "./proxy/options.js";
import { checkOrigin, corsHeaders, preflightReply } from "./proxy/origin.js";
import { failureReply, notCreatedReply, ProxyError, type Reply, requestIdHeader, toResponse } from "./proxy/reply.js";
import { callParameterOf, findRoute, methodsOf, type Route } from "./proxy/route.js";
import type { WithResponse } from "./request/requests.js";
import { createUploadUrl } from "./upload/grant.js";

export type { ProxyOptions, ProxyUser } from "./proxy/options.js";

/** Responds to one request of a browser. The returned promise never rejects. */
export type ProxyHandler = (request: Request) => Promise<Response>;

/** An allowed request of a known user. */
interface ProxiedRequest {
  route: Route;
  user: ProxyUser;
  /** The body's fields. Empty for GET and DELETE. */
  body: JsonObject;
  /** Aborted when the browser disconnects. */
  signal: AbortSignal;
}

/** A request to forward. Without a signal, it continues after the browser disconnects. */
type Passed = Pick<ProxiedRequest, "route" | "body"> & Partial<Pick<ProxiedRequest, "signal">>;

/**
 * Creates a Web handler for Bun, Deno and workerd, and for Node with `getRequestListener()` of `@hono/node-server`. The
 * browser uses an ordinary client, with `baseUrl: location.origin + basePath + "/v1"` and any `apiKey`.
 *
 * - The proxy creates one call for each combination of user, `audio_url` and fields. If the browser repeats the
 *   request, it gets the first reply. While the call is uncertain, a repeated request gets 409 and is not sent.
 * - Two equal agents or prospects may be intended. So a repeated request gets the first reply only while the first
 *   request is in flight. Later it is sent.
 * - If the browser disconnects, a create request that was sent continues, so that a repeated request gets its reply.
 *   All other requests end.
 * - The proxy sends each request once, because the client in the browser retries.
 *
 * @throws {ConfigurationError} that names the option
 * @example
 * import { createProxyHandler } from "@call-analysis/sdk/proxy";
 *
 * const handler = createProxyHandler({
 *   apiKey,
 *   baseUrl: "https://host/v1",
 *   basePath: "/call-analysis",
 *   secret: "a random text of at least 32 characters",
 *   allow: ["createUploadUrl", "createCall", "getCallAnalysis"],
 *   authorize: (request) => sessions.userOf(request),
 * });
 */
export function createProxyHandler<User extends ProxyUser>(options: ProxyOptions<User>): ProxyHandler {
  // `stampUdfs` is called only with what `authorize` returned.
  const settings = resolveProxyOptions(options as unknown as ProxyOptions);
  return async (request) => {
    const cors = corsHeaders(request.headers.get("origin"), settings.origins);
    const toBrowser = (reply: Reply) => toResponse({ ...reply, headers: { ...reply.headers, ...cors } });
    try {
      return toBrowser(await respond(request, settings));
    } catch (failure) {
      return toBrowser(failed(request, failure, settings));
    }
  };
}

async function respond(request: Request, settings: ProxySettings): Promise<Reply> {
  const { method, signal } = request;
  const { pathname } = new URL(request.url);
  const { basePath, origins, allow, maxBodyBytes, requests } = settings;
  if (method === "OPTIONS")
    return preflightReply(request.headers.get("origin"), origins, methodsOf(pathname, basePath));
  const route = findRoute({ pathname, method }, basePath);
  if (!allow.has(route.id))
    throw new ProxyError(403, { code: "not_allowed", message: `This proxy does not allow the operation ${route.id}.` });
  checkOrigin(request, { origins, log: requests.settings.log });
  const user = await userOf(request, settings);
  const body = hasBody(route) ? await readJsonObject(request, maxBodyBytes) : {};
  checkFieldNames(route, body);
  return sendWithCallId({ route, user, body, signal }, settings);
}

/** The reply to a failed request. The log contains what the browser must not know. */
function failed(request: Request, failure: unknown, { requests, basePath }: ProxySettings): Reply {
  const { method, signal, url } = request;
  const ofFailure = failureReply(signal.aborted ? browserHasGone() : failure);
  const isCreateCall = method === "POST" && new URL(url).pathname === `${basePath}/v1${operations.createCall.path}`;
  const reply = isCreateCall ? notCreatedReply(ofFailure) : ofFailure;
  if (reply.status >= 500) requests.settings.log("error", () => `The proxy responded with ${reply.status}. ${failure}`);
  return reply;
}

const browserHasGone = () => new AbortError("The client disconnected.", { requestSent: false });

async function userOf(request: Request, { authorize }: ProxySettings): Promise<ProxyUser> {
  const user = await authorize(request);
  if (user === null || user === undefined)
    throw new ProxyError(401, { code: "unauthorized", message: "Sign in first." });
  if (typeof user.userId === "string" && user.userId !== "") return user;
  throw new ConfigurationError("authorize must return null, or { userId } with a non-empty string.");
}

function hasBody({ operation }: Route): boolean {
  return operation.method !== "GET" && operation.method !== "DELETE";
}

/** @throws {ProxyError} 400 for a field that is not in the contract */
function checkFieldNames({ operation: { fields } }: Route, body: JsonObject): void {
  const unknown = fields && Object.keys(body).find((name) => !Object.hasOwn(fields, name));
  if (unknown === undefined) return;
  const message = `The body has an unknown field, ${JSON.stringify(unknown.slice(0, 100))}.`;
  throw new ProxyError(400, { code: "invalid_body", message });
}

/**
 * Replaces the handle in the path by the call's id, for any operation that concerns a call.
 *
 * @throws {ProxyError} 404 for a call that this user did not create
 */
async function sendWithCallId(request: ProxiedRequest, settings: ProxySettings): Promise<Reply> {
  const { route, user } = request;
  const parameter = callParameterOf(route.operation);
  if (parameter === undefined) return send(request, settings);
  const handle = route.parameters[parameter] ?? "";
  const callId = await settings.handles.readCall(handle, user.userId);
  if (callId === undefined)
    throw new ProxyError(404, { code: "not_found", message: "You did not create a call with this id." });
  const parameters = { ...route.parameters, [parameter]: callId };
  const reply = await send({ ...request, route: { ...route, parameters } }, settings);
  return { ...reply, body: reply.body && withHandle(reply.body, { callId, handle }) };
}

/** Replaces the call's id by its handle, in every field `callId` of the body. */
function withHandle(body: unknown, { callId, handle }: { callId: string; handle: string }): unknown {
  return JSON.parse(JSON.stringify(body), (name, value) => (name === "callId" && value === callId ? handle : value));
}

function send(request: ProxiedRequest, settings: ProxySettings): Promise<Reply> {
  const { id, operation } = request.route;
  if (id === "createUploadUrl") return grantUpload(request, settings);
  if (id === "createCall") return createCall(request, settings);
  if (id === "getCallAnalysis") return readAnalysis(request, settings);
  // Sent twice, it would create two.
  if (operation.repeat === "unprocessed") return createShared(request, settings);
  return passOn(request, settings);
}

/**
 * The grant, with the recording's URL as a handle of this user. The signed URL stays, because the browser uploads
 * there.
 */
async function grantUpload({ body, user, signal }: ProxiedRequest, settings: ProxySettings): Promise<Reply> {
  const { requests, handles } = settings;
  // The service checks the fields.
  const granted = await createUploadUrl(requests, body as unknown as UploadUrlInput, { signal }).withResponse();
  const publicUrl = await handles.recordingHandle(granted.data.publicUrl, user.userId);
  return replyOf(granted, { data: { ...granted.data, publicUrl } });
}

/** Claims the key of what the browser sent, because the fields that the server adds may differ between requests. */
async function createCall({ body, user, signal }: ProxiedRequest, settings: ProxySettings): Promise<Reply> {
  const { requests, handles, creations, journal, timeoutMs } = settings;
  const fields = await ownCallFields(body, user, settings);
  const call = await stampedCall(fields, user, settings);
  const key = await handles.creationKey(await keyOfCall(fields), user.userId);
  if (signal.aborted) throw browserHasGone();
  return creations.share(key, async () => {
    const flow = { requests, name: "createCall", options: { journal, key, deadlineMs: timeoutMs } };
    const known = await runFlow(flow, (run) => createOnce(run, { call }));
    const callId = await handles.callHandle(known.callId, user.userId);
    return { status: 202, body: { data: { status: "processing", ...known.created, callId } } };
  });
}

/** @throws {ProxyError} 400 for a field that cannot be sent, 403 for a recording of another user */
async function ownCallFields(body: JsonObject, user: ProxyUser, { handles }: ProxySettings): Promise<CallFields> {
  try {
    const call = callFieldsOf(body as unknown as CallInput);
    const audioUrl = await handles.readRecording(call.audio_url, user.userId);
    if (audioUrl !== undefined) return { ...call, audio_url: audioUrl };
  } catch (error) {
    if (!ConfigurationError.is(error)) throw error;
    throw new ProxyError(400, { code: "invalid_call", message: error.message });
  }
  const message = "audio_url is not a recording that this user uploaded through this server.";
  throw new ProxyError(403, { code: "foreign_recording", message });
}

async function stampedCall(call: CallFields, user: ProxyUser, { stampUdfs }: ProxySettings): Promise<CallFields> {
  if (!stampUdfs) return call;
  const stamps: unknown = await stampUdfs(user);
  // A Map has no fields, and would stamp nothing.
  if (Object.prototype.toString.call(stamps) !== "[object Object]")
    throw new ConfigurationError("stampUdfs must return an object.");
  // `fromEntries` makes every name an ordinary field, `__proto__` too.
  const udfs = Object.fromEntries([...Object.entries(call.udfs ?? {}), ...Object.entries(stamps as JsonObject)]);
  return callFieldsOf({ ...call, udfs });
}

/** Checks the callId, because the client refuses the analysis of another call. */
async function readAnalysis({ route, signal }: ProxiedRequest, { requests }: ProxySettings): Promise<Reply> {
  const analysis = await getAnalysis(requests, route.parameters.callId ?? "", { signal }).withResponse();
  return replyOf(analysis, { data: analysis.data });
}

/** Continues when the browser disconnects, because a repeated request may wait for the reply. */
async function createShared(request: ProxiedRequest, settings: ProxySettings): Promise<Reply> {
  const { route, body, user, signal } = request;
  const fields = JSON.stringify([route.id, route.parameters, body]);
  const key = await settings.handles.creationKey(fields, user.userId);
  if (signal.aborted) throw browserHasGone();
  return settings.creations.share(key, () => passOn({ route, body }, settings));
}

/** Sends an operation whose body and response need no changes. */
async function passOn({ route, body, signal }: Passed, { requests }: ProxySettings): Promise<Reply> {
  const input = { path: route.parameters, ...(hasBody(route) && { body }) };
  // The parameters are those of the table's path; the service checks the body.
  const received = await requests.body(route.id, input as never, { signal }, (json): unknown => json).withResponse();
  return replyOf(received, received.data);
}

function replyOf({ response, requestId }: WithResponse<unknown>, body: unknown): Reply {
  // A status that announces no body would lose it.
  const status = response.status === 201 || response.status === 202 ? response.status : 200;
  return { status, body, headers: requestIdHeader(requestId) };
}
