import type { Subject } from "../contract/operation-types.ts";
import type { UnknownField } from "../contract/unknown-fields.ts";

/** One request and its answer. */
export interface Exchange {
  operation: Subject;
  request: { method: string; url: string; body: unknown };
  status: number;
  headers: Headers;
  /** The body as it came. */
  bytes: Uint8Array;
  /** The body as JSON; undefined when it is none. */
  json: unknown;
  /** Fields of the answer that the document does not have. */
  unknownFields: UnknownField[];
}

/** Whether the answer is a success. */
export function isSuccess({ status }: Pick<Exchange, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Whether the answer says that the request is at fault. */
export function isRefusal({ status }: Pick<Exchange, "status">): boolean {
  return status >= 400 && status < 500;
}
