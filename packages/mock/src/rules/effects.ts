/** Applies the effects of rules to a request and its response. */
import { parsedJson } from "../core/encoding.js";
import { bodyChunks, isStreamed, mayHaveBody, type ServiceResponse, type StreamedBody } from "../core/message.js";
import { pause, untilAborted } from "../core/pause.js";
import type { Breakage, GivenResponse } from "./rule.js";
import type { TakenEffects } from "./rules.js";

/** The error for an upload whose connection was broken on purpose. */
export class UploadCutError extends Error {
  override readonly name = "UploadCutError";
}

/** A function that slows or cuts an upload before each chunk of its body. Undefined if no effect does. */
export function uploadFault(
  { bandwidth, break: { cutAfterBytes } = {} }: TakenEffects,
  signal: AbortSignal | undefined,
): ((chunk: Uint8Array) => Promise<void>) | undefined {
  if (bandwidth === undefined && cutAfterBytes === undefined) return undefined;
  let sizeBytes = 0;
  return async (chunk) => {
    sizeBytes += chunk.length;
    if (cutAfterBytes !== undefined && sizeBytes > cutAfterBytes)
      throw new UploadCutError(`The upload was cut after ${cutAfterBytes} bytes.`);
    if (bandwidth !== undefined) await pause((chunk.length / bandwidth) * 1000, signal);
  };
}

/** The delays of a response: before and after the service acts. */
export function delaysOf({ delayMs = 0 }: TakenEffects): { before: number; after: number } {
  return typeof delayMs === "number" ? { before: delayMs, after: 0 } : { before: 0, after: delayMs.after };
}

/** Whether a request is answered or broken before the service acts. */
export function comesBefore({ respond, break: { network, when } = {} }: TakenEffects): boolean {
  const isAnswered = typeof respond === "object" && respond.when !== "after";
  return isAnswered || (network !== undefined && when !== "after");
}

/** A response that never arrives. */
export function undelivered(delivery: "error" | "reset" | "timeout"): ServiceResponse {
  return { status: 0, headers: {}, body: null, delivery };
}

/** The response of a rule. An error without a body gets the standard body. */
export function givenResponse(
  { status, body, retryAfter }: GivenResponse,
  errorResponse: (status: number) => ServiceResponse,
): ServiceResponse {
  const retry: ServiceResponse["headers"] = retryAfter === undefined ? {} : { "retry-after": headerValue(retryAfter) };
  if (!mayHaveBody(status) || body === "" || (body === undefined && status < 400))
    return { status, headers: retry, body: null };
  if (body === undefined) {
    const response = errorResponse(status);
    return { ...response, headers: { ...response.headers, ...retry } };
  }
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, headers: { "content-type": contentTypeOf(text), ...retry }, body: text };
}

/**
 * The value of Retry-After. Digits alone are seconds, even in a string, because as a date they would be a year or a
 * month.
 */
function headerValue(retryAfter: number | string): string {
  const text = String(retryAfter);
  return /^\d+$/.test(text) ? text : new Date(text).toUTCString();
}

function contentTypeOf(text: string): string {
  if (/^\s*</.test(text)) return "text/html";
  return parsedJson(text) === undefined ? "text/plain" : "application/json";
}

/** The response with the rule's body fault. */
export function brokenResponse(
  { network, body: way }: Breakage,
  response: ServiceResponse,
  life: AbortSignal,
): ServiceResponse {
  if (network !== undefined) return undelivered(network);
  const { headers, body } = response;
  switch (way) {
    case "empty": {
      const { "content-length": _, ...others } = headers;
      return body === null ? response : { ...response, headers: others, body: "" };
    }
    case "malformed":
      return { ...response, body: withBrokenEnd(body) };
    case undefined:
      return response;
    default:
      return body === null ? response : withHalfBody({ ...response, body }, way === "stall" ? life : undefined);
  }
}

/** A response with half of its body. Then the connection breaks, or nothing more comes until the request ends. */
function withHalfBody(
  response: ServiceResponse & { body: NonNullable<ServiceResponse["body"]> },
  stalledFor: AbortSignal | undefined,
): ServiceResponse {
  const { headers, body } = response;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const { sizeBytes = 0 } = isStreamed(bytes) ? bytes : { sizeBytes: bytes.length };
  const half: StreamedBody = {
    sizeBytes,
    whole: isStreamed(bytes) ? undefined : bytes,
    async *chunks() {
      let leftBytes = Math.floor(sizeBytes / 2);
      for await (const chunk of bodyChunks(bytes)) {
        if (leftBytes > 0) yield chunk.subarray(0, leftBytes);
        leftBytes -= chunk.length;
        if (leftBytes <= 0) break;
      }
      // However the request ends, its client sees a broken connection.
      if (stalledFor) await untilAborted(stalledFor).catch(() => {});
      throw new TypeError("terminated: the fake closed the connection in the middle of the body.");
    },
  };
  // msw 3 tells a client of a broken body only when the length was announced.
  return { ...response, headers: { ...headers, "content-length": String(sizeBytes) }, body: half };
}

/** Replaces the last character, such as the last bracket of JSON, by a comma. A recording is not JSON anyway. */
function withBrokenEnd(body: ServiceResponse["body"]): ServiceResponse["body"] {
  if (typeof body === "string") return `${body.slice(0, -1)},`;
  if (!(body instanceof Uint8Array)) return body;
  const broken = body.slice();
  broken[broken.length - 1] = ",".charCodeAt(0);
  return broken;
}

/** The names of the effects on a request, such as `latency` or `network reset`. */
export function effectNames({ delayMs, bandwidth, respond, break: broken = {} }: TakenEffects): string[] {
  const { network, body, cutAfterBytes, when } = broken;
  const given = typeof respond === "object" ? respond : undefined;
  const after = (timing: string | undefined) => (timing === "after" ? " after" : "");
  return [
    ...(delayMs === undefined ? [] : ["latency"]),
    ...(bandwidth === undefined ? [] : ["upload slow"]),
    ...(cutAfterBytes === undefined ? [] : ["upload cut"]),
    ...(given ? [`status ${given.status}${after(given.when)}`] : []),
    ...(network === undefined ? [] : [`network ${network}${after(when)}`]),
    ...(body === undefined ? [] : [`body ${body}`]),
  ];
}

/** Whether effects make a request fail. A delay alone does not. */
export function doesFail({ respond, break: broken }: TakenEffects): boolean {
  return broken !== undefined || (typeof respond === "object" && respond.status >= 400);
}
