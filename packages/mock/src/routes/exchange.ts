/** A request as a door hands it in, so that no door has to build another's objects. */
export interface Incoming {
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
 * in part (`truncate`, `stall`) or in small pieces (`dribble`).
 */
export type Delivery = "error" | "reset" | "timeout" | "truncate" | "stall" | "dribble";

/** What the service answers, for a door to send. */
export interface Answer {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
  /** Missing for an answer that arrives as it is. */
  delivery?: Delivery;
}

/** An answer whose body is JSON. */
export function json(status: number, value: unknown): Answer {
  return jsonText(status, JSON.stringify(value));
}

/** An answer whose body is JSON already. */
export function jsonText(status: number, body: string): Answer {
  return { status, headers: { "content-type": "application/json" }, body };
}
