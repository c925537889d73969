/** Failures: a status, a network fault, a broken response body, or an upload that is cut. */
import { parsedJson } from "../core/encoding.js";
import { mayHaveBody, type ServiceResponse } from "../core/message.js";
import type { BodyTransform } from "../core/received-request.js";

/** A response with a status that the service would not return. */
export interface StatusFault {
  /** 200 to 599. */
  status: number;
  /** A text as it is, or any other value as JSON. @default the interface's own form of an error */
  body?: unknown;
  /** The header Retry-After: seconds, or a date. */
  retryAfter?: number | string | Date;
}

/** `error`: the connection ends without a response. `reset`: it is reset. `timeout`: no response ever comes. */
export type NetworkFault = "error" | "reset" | "timeout";

/**
 * `truncate`: the connection breaks after half the body. `stall`: nothing comes after half of it. `slow-chunks`: it
 * comes in small pieces. `empty` and `malformed`: it comes whole, and is not JSON.
 */
export type BodyFault = "truncate" | "empty" | "malformed" | "stall" | "slow-chunks";

/** When something happens to a request. */
export interface FaultTiming {
  /**
   * Whether it happens before the service does anything about the request, or after: a `createCall` that fails
   * `after` has created the call. Faults of response bodies always come after. @default "before"
   */
  when?: "before" | "after" | undefined;
}

/** How a request fails: one of a status, a network fault, and a `BodyFault` as `body`. */
export interface Failure extends FaultTiming, Partial<Omit<StatusFault, "body">> {
  body?: unknown;
  network?: NetworkFault;
}

/** How a request is responded to without failures. */
export interface FailOptions {
  /** Lets the service respond. */
  respond: () => Promise<ServiceResponse>;
  /** An error in the form of the interface that the request is for. */
  errorResponse: () => ServiceResponse;
}

/** The response to a request that fails. Network faults and bodies in part are marked in `delivery`, for the adapters. */
export async function failedResponse(failure: Failure, options: FailOptions): Promise<ServiceResponse> {
  const { status, network, body, when = "before" } = failure;
  if (status === undefined && network === undefined) return withBodyFault(body, await respondUnlessCut(options));
  // The service does its work, and its response is lost.
  if (when === "after") await respondUnlessCut(options);
  return network === undefined ? withStatus(failure, options.errorResponse()) : undelivered(network);
}

/** The service's response, unless the upload is cut on the way. */
export async function respondUnlessCut({ respond }: FailOptions): Promise<ServiceResponse> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof UploadCutError) return undelivered("reset");
    throw error;
  }
}

/** What stands for a response of which nothing arrives. */
export function undelivered(delivery: NetworkFault): ServiceResponse {
  return { status: 0, headers: {}, body: null, delivery };
}

function withBodyFault(fault: unknown, response: ServiceResponse): ServiceResponse {
  const { headers, body } = response;
  switch (fault) {
    case "empty":
      return body === null ? response : { ...response, headers: withoutLength(headers), body: "" };
    case "malformed":
      return { ...response, body: withBrokenEnd(body) };
    case "truncate":
    case "stall":
    case "slow-chunks":
      // A response that an override broke already stays broken in that way.
      return response.delivery ? response : { ...response, delivery: fault };
    default:
      return response;
  }
}

/** A comma takes the place of the last character, such as the last bracket of JSON. A recording is not JSON anyway. */
function withBrokenEnd(body: ServiceResponse["body"]): ServiceResponse["body"] {
  if (typeof body === "string") return `${body.slice(0, -1)},`;
  if (!(body instanceof Uint8Array)) return body;
  const broken = body.slice();
  broken[broken.length - 1] = ",".charCodeAt(0);
  return broken;
}

function withoutLength({ "content-length": _, ...headers }: ServiceResponse["headers"]): ServiceResponse["headers"] {
  return headers;
}

/** A failure without a body keeps the standard error body. */
function withStatus({ status = 500, body, retryAfter }: Failure, response: ServiceResponse): ServiceResponse {
  const retry: ServiceResponse["headers"] = retryAfter === undefined ? {} : { "retry-after": headerValue(retryAfter) };
  if (!mayHaveBody(status)) return { status, headers: retry, body: null };
  if (body === undefined) return { ...response, status, headers: { ...response.headers, ...retry } };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, headers: { "content-type": contentTypeOf(text), ...retry }, body: text };
}

/** Digits alone are seconds, also as a text: as a date they would be a year or a month. */
function headerValue(retryAfter: NonNullable<Failure["retryAfter"]>): string {
  const text = String(retryAfter);
  return /^\d+$/.test(text) ? text : new Date(retryAfter).toUTCString();
}

function contentTypeOf(text: string): string {
  if (/^\s*</.test(text)) return "text/html";
  return parsedJson(text) === undefined ? "text/plain" : "application/json";
}

/** An upload whose connection was broken on purpose. */
class UploadCutError extends Error {
  override readonly name = "UploadCutError";
}

/** Breaks an upload after so many bytes. */
export function cutAfter(bytes: number): BodyTransform {
  return async function* (chunks) {
    let sizeBytes = 0;
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > bytes) throw new UploadCutError(`The upload was cut after ${bytes} bytes.`);
      yield chunk;
    }
  };
}
