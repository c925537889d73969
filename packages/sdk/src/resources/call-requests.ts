/** The single requests about calls: `sdk.calls` offers them, and the flows are made of them. */
import { operations } from "../contract/operations.js";
import type {
  AnalysisSnapshot,
  AnyUdfs,
  CallInput,
  CreatedCall,
  components,
  UploadGrant,
  UploadUrlInput,
} from "../contract/types.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { checkNames } from "../known-names.js";
import type { ApiPromise } from "../request/api-promise.js";
import type { Requests } from "../request/request.js";
import type { InternalRequestOptions, RequestOptions } from "../request/request-options.js";
import { isObject, isText } from "../value-kinds.js";
import { grantProblem } from "./upload-grant.js";

type CallBody = components["schemas"]["CreateCallRequest"];

/** @throws {ConfigurationError} for a field that calls do not have */
export function checkCallNames(call: unknown): void {
  checkNames("call", call, operations.createCall.fields);
}

/** @see operation `createUploadUrl` */
export function createUploadUrl(
  requests: Requests,
  input: UploadUrlInput,
  options?: RequestOptions,
): ApiPromise<UploadGrant> {
  return requests.data("createUploadUrl", { body: input }, options, (grant, invalidBody) => {
    const problem = grantProblem(grant, requests.storeHttp);
    if (problem) throw invalidBody(problem);
    return grant;
  });
}

/** @see operation `createCall` */
export function createCall(
  requests: Requests,
  call: CallInput,
  options?: InternalRequestOptions,
): ApiPromise<CreatedCall> {
  const input = {
    // Read by the request, so that a bad date rejects its promise. As JSON, `udfs` has fields of any name, whatever its type was.
    get body() {
      return (isObject(call) ? withWireDate(call) : call) as CallBody;
    },
  };
  return requests.data("createCall", input, options, (created, invalidBody) => {
    if (!isText(created.callId)) throw invalidBody("no usable `callId`");
    return created;
  });
}

/**
 * `Udfs` is the caller's type for what it stored with the call.
 *
 * @see operation `getCallAnalysis`
 */
export function getAnalysis<Udfs = AnyUdfs>(
  requests: Requests,
  callId: string,
  options?: InternalRequestOptions,
): ApiPromise<AnalysisSnapshot<Udfs>> {
  return requests.data("getCallAnalysis", { path: { callId } }, options, (snapshot, invalidBody) => {
    if (typeof snapshot.status !== "string") throw invalidBody("no `status`");
    if (snapshot.callId !== String(callId)) throw invalidBody("the analysis of another call");
    return withMetadata(snapshot) as AnalysisSnapshot<Udfs>;
  });
}

/** A snapshot that has an analysis has metadata too, if only an empty object. */
function withMetadata<Snapshot extends Pick<AnalysisSnapshot, "analysis" | "metadata">>(snapshot: Snapshot): Snapshot {
  return isObject(snapshot.analysis) && !isObject(snapshot.metadata) ? { ...snapshot, metadata: {} } : snapshot;
}

/** The call's fields as they are sent: a `Date` becomes an ISO-8601 date-time. */
export function withWireDate<Call extends Pick<CallInput, "date">>(call: Call): Omit<Call, "date"> & { date?: string } {
  const { date, ...fields } = call;
  if (date === undefined) return fields;
  if (typeof date === "string") return { ...fields, date };
  if (date instanceof Date && !Number.isNaN(date.getTime())) return { ...fields, date: date.toISOString() };
  throw new ConfigurationError("date must be a string or a valid Date.");
}
