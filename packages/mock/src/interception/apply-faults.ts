/** How the active faults of a request change its response. */
import { mayHaveBody, type ServiceResponse } from "../core/message.js";
import { pause } from "../core/pause.js";
import type { BodyTransform, ReceivedRequest } from "../core/received-request.js";
import type { FaultStepFields, UploadFault } from "./fault-definition.js";
import type { ActiveFaults } from "./faults.js";

/** How a request is responded to without faults. */
export interface ApplyFaultsOptions {
  received: ReceivedRequest;
  /** Lets the service respond. */
  respond: () => Promise<ServiceResponse>;
  /** An error in the form of the interface that the request is for. */
  errorResponse: () => ServiceResponse;
}

/** The response to a request, with its active faults applied. */
export async function applyFaults(active: ActiveFaults, options: ApplyFaultsOptions): Promise<ServiceResponse> {
  const { latency, failure, upload } = active;
  const { received } = options;
  if (upload) received.transformBody(uploadTransform(upload, received.signal));
  if (latency?.when === "before") await pause(latency.milliseconds, received.signal);
  const response = failure ? await applyFailure(failure, options) : await respondUnlessCut(options);
  if (latency?.when === "after") await pause(latency.milliseconds, received.signal);
  return response;
}

async function applyFailure(failure: FaultStepFields, options: ApplyFaultsOptions): Promise<ServiceResponse> {
  const { status, network, body, when = "before" } = failure;
  const isBodyFault = status === undefined && network === undefined;
  // The service does its work, and its response is lost.
  if (!isBodyFault && when === "after") await respondUnlessCut(options);
  // Network and partial-body faults are only marked in `delivery`; the adapters produce them.
  if (network !== undefined) return { status: 0, headers: {}, body: null, delivery: network };
  if (status !== undefined) return withStatus(failure, { ...options.errorResponse(), status });
  return withBodyFault(body, await respondUnlessCut(options));
}

function withBodyFault(fault: FaultStepFields["body"], response: ServiceResponse): ServiceResponse {
  const { headers, body } = response;
  switch (fault) {
    case "empty":
      return body === null ? response : { ...response, headers: withoutLength(headers), body: "" };
    case "malformed":
      // A text without its last character, such as JSON without its last bracket.
      return { ...response, body: typeof body === "string" ? `${body.slice(0, -1)},` : body };
    case "truncate":
    case "stall":
    case "slow-chunks":
      return { ...response, delivery: fault };
    default:
      return response;
  }
}

function withoutLength({ "content-length": _, ...headers }: ServiceResponse["headers"]): ServiceResponse["headers"] {
  return headers;
}

/** A fault without a body keeps the standard error body. */
function withStatus({ body, retryAfter }: FaultStepFields, response: ServiceResponse): ServiceResponse {
  const { headers } = response;
  const retry: ServiceResponse["headers"] = retryAfter === undefined ? {} : { "retry-after": headerValue(retryAfter) };
  if (!mayHaveBody(response.status)) return { ...response, headers: retry, body: null };
  if (body === undefined) return { ...response, headers: { ...headers, ...retry } };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { ...response, headers: { "content-type": contentTypeOf(text), ...retry }, body: text };
}

function headerValue(retryAfter: NonNullable<FaultStepFields["retryAfter"]>): string {
  return typeof retryAfter === "number" ? String(retryAfter) : new Date(retryAfter).toUTCString();
}

function contentTypeOf(text: string): string {
  if (/^\s*</.test(text)) return "text/html";
  try {
    JSON.parse(text);
    return "application/json";
  } catch {
    return "text/plain";
  }
}

/** An upload whose connection was broken on purpose. */
class UploadCutError extends Error {
  override readonly name = "UploadCutError";
}

async function respondUnlessCut({ respond }: ApplyFaultsOptions): Promise<ServiceResponse> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof UploadCutError) return { status: 0, headers: {}, body: null, delivery: "reset" };
    throw error;
  }
}

function uploadTransform(fault: UploadFault, signal?: AbortSignal): BodyTransform {
  return "cutAfterBytes" in fault ? cutAfter(fault.cutAfterBytes) : slowTo(fault.bytesPerSecond, signal);
}

function cutAfter(bytes: number): BodyTransform {
  return async function* (chunks) {
    let sizeBytes = 0;
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > bytes) throw new UploadCutError(`The upload was cut after ${bytes} bytes.`);
      yield chunk;
    }
  };
}

/** Delays each chunk; back-pressure slows the sender. */
function slowTo(bytesPerSecond: number, signal?: AbortSignal): BodyTransform {
  return async function* (chunks) {
    for await (const chunk of chunks) {
      await pause((chunk.length / bytesPerSecond) * 1000, signal);
      yield chunk;
    }
  };
}
