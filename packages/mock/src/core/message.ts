/** A request as a door hands it in, so that no door has to build another's objects. */
export interface ServiceRequest {
  method: string;
  /** The whole address, with its query. */
  url: string;
  /** A header's value by its name in lower case; null when it is not there. */
  header(name: string): string | null;
  /** The body's bytes as they come; to be read once. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

/**
 * How an answer fails to arrive as it is: `error`, `reset` and `timeout` leave nothing of it, the others send it
 * in part (`truncate`, `stall`) or in small pieces (`slow-chunks`).
 */
export type ResponseDelivery = "error" | "reset" | "timeout" | "truncate" | "stall" | "slow-chunks";

/** What the service answers, for a door to send. */
export interface ServiceResponse {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
  /** Missing for an answer that arrives as it is. */
  delivery?: ResponseDelivery;
}

/** An answer whose body is JSON. */
export function jsonResponse(status: number, value: unknown): ServiceResponse {
  return jsonTextResponse(status, JSON.stringify(value));
}

/** An answer whose body is JSON already. */
export function jsonTextResponse(status: number, body: string): ServiceResponse {
  return { status, headers: { "content-type": "application/json" }, body };
}
