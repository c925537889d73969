import type { ServiceResponse } from "../core/message.js";
import type { FaultFields } from "./fault-check.js";

/** What a failure makes of an answer. */
export function failedAnswer(fields: FaultFields, answer: ServiceResponse): ServiceResponse {
  const { status, network, body } = fields;
  if (network !== undefined) return { status: 0, headers: {}, body: null, delivery: network };
  if (status !== undefined) return withStatus(fields, { ...answer, status });
  switch (body) {
    case "empty":
      return answer.body === null ? answer : { ...answer, headers: withoutLength(answer.headers), body: "" };
    case "malformed":
      return { ...answer, body: malformed(answer.body) };
    case "truncate":
    case "stall":
    case "slow-chunks":
      return { ...answer, delivery: body };
    default:
      return answer;
  }
}

/** By default the body is the one that it is given: an error in the form of the interface. */
function withStatus({ body, retryAfter }: FaultFields, answer: ServiceResponse): ServiceResponse {
  const { headers } = answer;
  const retry: ServiceResponse["headers"] = retryAfter === undefined ? {} : { "retry-after": headerValue(retryAfter) };
  if ([204, 205, 304].includes(answer.status)) return { ...answer, headers: retry, body: null };
  if (body === undefined) return { ...answer, headers: { ...headers, ...retry } };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { ...answer, headers: { "content-type": typeOf(text), ...retry }, body: text };
}

function headerValue(retryAfter: NonNullable<FaultFields["retryAfter"]>): string {
  return typeof retryAfter === "number" ? String(retryAfter) : new Date(retryAfter).toUTCString();
}

function typeOf(text: string): string {
  if (/^\s*</.test(text)) return "text/html";
  try {
    JSON.parse(text);
    return "application/json";
  } catch {
    return "text/plain";
  }
}

function withoutLength({ "content-length": _, ...headers }: ServiceResponse["headers"]): ServiceResponse["headers"] {
  return headers;
}

/** A text without its last character, such as JSON without its last bracket. */
function malformed(body: ServiceResponse["body"]): ServiceResponse["body"] {
  return typeof body === "string" ? `${body.slice(0, -1)},` : body;
}
