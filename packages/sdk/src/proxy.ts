/**
 * A proxy on your own server for browsers. It adds the API key, which never leaves the server. Recordings do not pass
 * through it: they go straight from the browser to the store, by the signed address.
 *
 * A request: find the operation → may it be used, from this page → who sends it → read its body → send the operation,
 * built anew, to the service → the reply. Nothing of the browser's address, query or headers is sent on.
 */

import { operations } from "./contract/operations.js";
import type { CallInput, UploadUrlInput, UserDefinedFields } from "./contract/types.js";
import type { OperationId } from "./contract/validator.js";
import { ConfigurationError } from "./errors/request-errors.js";
import { type CallFields, callFieldsOf } from "./flow/call-fields.js";
import { type JsonObject, readJsonObject } from "./proxy/body.js";
import { failureReply, notCreated, requestIdHeader } from "./proxy/failure.js";
import { type ProxyOptions, type ProxySettings, type ProxyUser, resolveProxyOptions } from "./proxy/options.js";
import { checkOrigin, corsHeaders, preflightReply } from "./proxy/origin.js";
import { ProxyError, type Reply, toResponse } from "./proxy/reply.js";
import { callParameterOf, findRoute, methodsOf, type Route } from "./proxy/route.js";
import { canonicalCall, canonicalJson } from "./record/canonical-json.js";
import type { WithResponse } from "./request/api-promise.js";
import type { Input } from "./request/request.js";
import { internal } from "./request/request-options.js";
import { abortError } from "./request/timers.js";
import { createCall, createUploadUrl, getAnalysis } from "./resources/call-requests.js";

export type { ProxyOptions } from "./proxy/options.js";

/** Responds to one request of a browser. It never rejects. */
export type ProxyHandler = (request: Request) => Promise<Response>;

/** An allowed request of a known user. */
interface ProxiedRequest {
  route: Route;
  user: ProxyUser;
  /** Empty for GET and DELETE, which have none. */
  body: JsonObject;
  /** Aborted when the browser has gone. */
  signal: AbortSignal;
}

/**
 * Makes a Web handler, for Bun, Deno and workerd, and for Node by `getRequestListener()` of `@hono/node-server`. The client
 * in the browser is an ordinary one, with `baseUrl: location.origin + basePath + "/v1"` and any `apiKey`.
 *
 * - A call is sent to the service once for each user, `audio_url` and fields. What the browser repeats gets the first
 *   reply. A call of which it is unknown whether it was created stays claimed, and its repetition gets 409.
 * - Agents and prospects have no address that is theirs alone, and two equal prospects may be meant. A repetition gets the
 *   first reply only while the first request is under way; after that it is sent.
 * - A creation that was sent is not aborted when the browser goes, so that its repetition finds a reply. All other
 *   requests are.
 * - Requests to the service have one attempt: the client in the browser already tries again.
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
export function createProxyHandler<User extends { userId: string }>(options: ProxyOptions<User>): ProxyHandler {
  // `stampUdfs` is called with nothing but what `authorize` returned.
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
  const { basePath, origins, allow, maxBodyBytes } = settings;
  if (method === "OPTIONS") {
    return preflightReply(request.headers.get("origin"), origins, methodsOf(pathname, basePath));
  }
  const route = findRoute({ pathname, method }, basePath);
  if (!allow.has(route.id)) {
    throw new ProxyError(403, { code: "not_allowed", message: `The operation ${route.id} is not allowed here.` });
  }
  checkOrigin(request, settings);
  const user = await authorize(request, settings);
  const body = hasBody(route) ? await readJsonObject(request, maxBodyBytes) : {};
  checkFieldNames(route, body);
  return sendWithCallId({ route, user, body, signal }, settings);
}

function hasBody({ operation }: Route): boolean {
  return operation.method !== "GET" && operation.method !== "DELETE";
}

/** @throws {ProxyError} 400 for a field that the contract does not have */
function checkFieldNames({ operation: { fields } }: Route, body: JsonObject): void {
  const unknown = fields && Object.keys(body).find((name) => !Object.hasOwn(fields, name));
  if (unknown === undefined) return;
  const message = `The body has the unknown field ${JSON.stringify(unknown.slice(0, 100))}.`;
  throw new ProxyError(400, { code: "invalid_body", message });
}

/** The reply for a failure. What the browser must not know is logged. */
function failed(request: Request, failure: unknown, { log, basePath }: ProxySettings): Reply {
  const ofFailure = failureReply(request.signal.aborted ? abortError(request.signal) : failure);
  const reply = isCreateCall(request, basePath) ? notCreated(ofFailure) : ofFailure;
  if (reply.status >= 500) log("error", `The proxy replies with ${reply.status}. ${failure}`);
  return reply;
}

function isCreateCall({ method, url }: Request, basePath: string): boolean {
  return method === "POST" && new URL(url).pathname === `${basePath}/v1${operations.createCall.path}`;
}

async function authorize(request: Request, settings: ProxySettings): Promise<ProxyUser> {
  const user = await settings.authorize(request);
  if (user === null || user === undefined) {
    throw new ProxyError(401, { code: "unauthorized", message: "Sign in first." });
  }
  if (typeof user.userId === "string" && user.userId !== "") return user;
  throw new ConfigurationError("authorize must return { userId }, a text that is not empty, or null.");
}

/**
 * Whatever the operation is: where its path names a call, the browser has a handle, and the service an id.
 *
 * @throws {ProxyError} 404 for a call that this user did not create
 */
async function sendWithCallId(request: ProxiedRequest, settings: ProxySettings): Promise<Reply> {
  const { route, user } = request;
  const parameter = callParameterOf(route.operation);
  if (parameter === undefined) return send(request, settings);
  const handle = route.parameters[parameter] ?? "";
  const callId = await settings.handles.readCall(handle, user.userId);
  if (callId === undefined) {
    throw new ProxyError(404, { code: "not_found", message: "You have created no call with this id." });
  }
  const parameters = { ...route.parameters, [parameter]: callId };
  const reply = await send({ ...request, route: { ...route, parameters } }, settings);
  return { ...reply, body: reply.body && withHandle(reply.body, { callId, handle }) };
}

/** The same body, in which every field `callId` that has the call's id has its handle. */
function withHandle(body: unknown, { callId, handle }: { callId: string; handle: string }): unknown {
  return JSON.parse(JSON.stringify(body), (name, value) => (name === "callId" && value === callId ? handle : value));
}

function send(request: ProxiedRequest, settings: ProxySettings): Promise<Reply> {
  switch (request.route.id) {
    case "createUploadUrl":
      return grantUpload(request, settings);
    case "createCall":
      return createCallOnce(request, settings);
    case "getCallAnalysis":
      return readAnalysis(request, settings);
    default:
      return createsSomething(request.route)
        ? createShared(request, settings)
        : passOn(request, settings, request.signal);
  }
}

/** What may not be sent again after a failure would be there twice. */
function createsSomething({ operation }: Route): boolean {
  return operation.repeat === "unprocessed";
}

/** The grant with the recording's address as a handle of this user. The signed address stays: the browser uploads there. */
async function grantUpload(
  { body, user, signal }: ProxiedRequest,
  { requests, handles }: ProxySettings,
): Promise<Reply> {
  // The service checks what is in them.
  const granted = await createUploadUrl(requests, body as unknown as UploadUrlInput, { signal }).withResponse();
  const publicUrl = await handles.recordingHandle(granted.data.publicUrl, user.userId);
  return replyOf(granted, { data: { ...granted.data, publicUrl } });
}

/** Claimed by what the browser sent: what the server stamps may differ from one request to the next. */
async function createCallOnce({ body, user, signal }: ProxiedRequest, settings: ProxySettings): Promise<Reply> {
  const { requests, handles, creations } = settings;
  const call = await ownCallFields(body, user, settings);
  const stamped = await stampedCall(call, user, settings);
  const key = await handles.creationKey(canonicalCall(call), user.userId);
  if (signal.aborted) throw abortError(signal);
  return creations.createCall(key, {
    audioUrl: stamped.audio_url,
    send: (guard) => createCall(requests, stamped, { [internal]: { guard } }).withResponse(),
    toReply: async (callId, created) => {
      const data = { status: "processing", ...created?.data, callId: await handles.callHandle(callId, user.userId) };
      return created ? replyOf(created, { data }) : { status: 202, body: { data } };
    },
  });
}

/** @throws {ProxyError} 400 for a field that cannot be sent, 403 for a recording that was not granted to this user */
async function ownCallFields(body: JsonObject, user: ProxyUser, { handles }: ProxySettings): Promise<CallFields> {
  const call = checkedCallFields(body);
  const audioUrl = await handles.readRecording(call.audio_url, user.userId);
  if (audioUrl !== undefined) return { ...call, audio_url: audioUrl };
  const message = "audio_url is not a recording that was uploaded through this server by the same user.";
  throw new ProxyError(403, { code: "foreign_recording", message });
}

function checkedCallFields(body: JsonObject): CallFields {
  try {
    return callFieldsOf(body as unknown as CallInput);
  } catch (error) {
    if (!ConfigurationError.is(error)) throw error;
    throw new ProxyError(400, { code: "invalid_call", message: error.message });
  }
}

async function stampedCall(call: CallInput, user: ProxyUser, { stampUdfs }: ProxySettings): Promise<CallInput> {
  if (!stampUdfs) return call;
  const stamps: UserDefinedFields = await stampUdfs(user);
  // A Map has no fields, and would stamp nothing.
  if (Object.prototype.toString.call(stamps) !== "[object Object]")
    throw new ConfigurationError("stampUdfs must return an object.");
  // `fromEntries` makes every name an ordinary field, `__proto__` too.
  const udfs = Object.fromEntries([...Object.entries(call.udfs ?? {}), ...Object.entries(stamps)]);
  return { ...call, udfs };
}

/** The client refuses the analysis of another call. */
async function readAnalysis({ route, signal }: ProxiedRequest, { requests }: ProxySettings): Promise<Reply> {
  const analysis = await getAnalysis(requests, route.parameters.callId ?? "", { signal }).withResponse();
  return replyOf(analysis, { data: analysis.data });
}

/** A repetition while the first request is under way gets the first reply. */
async function createShared(request: ProxiedRequest, settings: ProxySettings): Promise<Reply> {
  const { route, body, user, signal } = request;
  const fields = canonicalJson([route.id, route.parameters, body]);
  const key = await settings.handles.creationKey(fields, user.userId);
  if (signal.aborted) throw abortError(signal);
  return settings.creations.share(key, () => passOn(request, settings, undefined));
}

/** Sends an operation whose body and response need no change. */
async function passOn(
  { route, body }: ProxiedRequest,
  { requests }: ProxySettings,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  const sent = hasBody(route) ? { path: route.parameters, body } : { path: route.parameters };
  // The parameters are those of the table's path; the service checks the body.
  const input = sent as Input<OperationId>;
  const received = await requests.body(route.id, input, { signal }, (json): unknown => json).withResponse();
  return replyOf(received, received.data);
}

function replyOf({ response, requestId }: WithResponse<unknown>, body: unknown): Reply {
  // A status that says that there is no body would lose it.
  const status = response.status === 201 || response.status === 202 ? response.status : 200;
  return { status, body, headers: requestIdHeader(requestId) };
}
