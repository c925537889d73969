/** One request, ready to be sent. */
import { type Operation, operations } from "../contract/operations.js";
import type { OperationId } from "../contract/validator.js";
import { defaultPathSerializer } from "../for-servers.js";
import { type ClientOptions, missing, type Settings } from "../options.js";
import { checkId } from "../rules.js";
import { checkHeaders } from "./headers.js";
import { toJson } from "./json.js";
import type { Limits } from "./limits.js";
import { Redactor } from "./redact.js";
import { resolveRetry } from "./retry.js";

export interface OutgoingRequestOptions extends Pick<ClientOptions, "timeoutMs" | "retry" | "headers"> {
  limits: Limits;
  /** The number of earlier attempts of the same operation in a flow. @default 0 */
  attemptsBefore?: number;
}

/** The path parameters and the body of any operation. */
export interface AnyInput {
  path?: Record<string, unknown>;
  body?: unknown;
}

export type OutgoingRequest = ReturnType<typeof outgoingRequest>;

export function outgoingRequest(
  settings: Settings,
  id: OperationId,
  { path = {}, body }: AnyInput,
  options: OutgoingRequestOptions,
) {
  const operation: Operation = operations[id];
  const target = settings[operation.target ?? "external"];
  if (!target) throw missing("campaignBaseUrl");
  const ownHeaders = checkHeaders(options.headers);
  const hasOwnSecrets =
    options.headers !== undefined || typeof target.apiKey === "function" || settings.hooks.length > 0;
  const redactor = hasOwnSecrets ? new Redactor(settings.redactor) : settings.redactor;
  if (hasOwnSecrets) redactor.addHeaders(ownHeaders);
  const ids = Object.fromEntries(Object.entries(path).map(([name, value]) => [name, checkId(name, value)]));
  const contentType = body !== undefined && { "content-type": "application/json" };
  // Without the key.
  const headers: Readonly<Record<string, string>> = { ...contentType, ...settings.headers, ...ownHeaders };
  return {
    id,
    operation,
    target,
    url: target.baseUrl + defaultPathSerializer(operation.path, ids),
    headers,
    body: body === undefined ? null : toJson("The input", body),
    /** The longest time of one attempt. */
    timeoutMs: options.timeoutMs ?? settings.timeoutMs,
    limits: options.limits,
    policy: resolveRetry(options.retry, settings.retry),
    /** The number of attempts that have begun, which is the number of the current one. */
    attempts: options.attemptsBefore ?? 0,
    /** Removes the secrets of this request from texts. */
    redactor,
  };
}

/**
 * The request's name in messages, such as `GET https://host/v1/agents`. Built only when it is shown, because redaction
 * takes longer than the request.
 */
export function describe({ operation, url, redactor }: OutgoingRequest): string {
  return `${operation.method} ${redactor.text(url)}`;
}
