/** One request, ready to be sent. */
import type { Operation } from "../contract/operations.js";
import type { OperationId } from "../contract/validator.js";
import type { ServiceTarget } from "../options.js";
import type { Limits } from "./limits.js";
import type { Redactor } from "./redact.js";
import type { RetryPolicy } from "./retry.js";

export interface OutgoingRequest {
  id: OperationId;
  operation: Operation;
  target: ServiceTarget;
  url: string;
  /** Without the key. */
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** The longest time of one attempt. */
  timeoutMs: number;
  limits: Limits;
  policy: RetryPolicy;
  /** How many attempts have begun, and so the number of the present one. */
  attempts: number;
  /** Knows the secrets of this request. */
  redactor: Redactor;
}

/** For messages, such as `GET https://host/v1/agents`. Written when it is shown: redaction takes longer than the request. */
export function describe({ operation, url, redactor }: OutgoingRequest): string {
  return `${operation.method} ${redactor.text(url)}`;
}
