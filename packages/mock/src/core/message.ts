/** Requests and responses between the adapters and the service. */

/** Takes a chunk of a body. The next one comes once its promise is fulfilled; none comes after it has thrown. */
export type TakeChunk = (chunk: Uint8Array) => Promise<void> | undefined;

/** Reads a body to its end, once. @throws what `take` throws, without reading on */
export type ReadBody = (take: TakeChunk) => Promise<void>;

/** A request as an adapter hands it in, so that no adapter has to build the objects of another. */
export interface ServiceRequest {
  method: string;
  /** The whole address, with its query. */
  url: string;
  /** A header's value by its name in lower case; null when it is not there. */
  header(name: string): string | null;
  /** How the body says its length, where it says none: in chunks, or not at all. Missing for a body that says it. */
  readonly length?: "chunked" | "missing" | undefined;
  /** All headers, names and values. It must not keep the request itself alive: the journal holds it. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** The body, as it comes. */
  read(take: TakeChunk): Promise<void>;
  /** Calls back when nobody waits for the response any more, also when that is so already. Returns what stops that. */
  onLeave?(listener: () => void): () => void;
  /** Moves the receiving server to another public URL. Earlier addresses keep working. @throws {RangeError} when the URL is invalid */
  readonly moveTo?: (url: string) => void;
}

/** A body that is read while it is sent. */
export interface StreamedBody {
  /** Undefined when it ends with the connection. */
  readonly sizeBytes: number | undefined;
  /** The body that it breaks off, for the journal. */
  readonly whole?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Throws where the connection is to break. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A response of the service, for an adapter to send. */
export interface ServiceResponse {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | StreamedBody | null;
  /** Nothing of it arrives: the connection ends or is reset. One that stays open reaches no adapter. */
  delivery?: "error" | "reset" | "timeout";
}

/** A response whose body is this value as JSON. */
export function jsonResponse(status: number, value: unknown): ServiceResponse {
  return jsonTextResponse(status, JSON.stringify(value));
}

/** A response whose body is JSON text already. */
export function jsonTextResponse(status: number, body: string): ServiceResponse {
  return { status, headers: { "content-type": "application/json" }, body };
}

/** A response of status 400 and above, in the form that errors of the external interface have. */
export function errorResponse(
  status: number,
  { code, message, fields = [] }: { code: string; message: string; fields?: object[] },
): ServiceResponse {
  return jsonResponse(status, { error: { code, message, fields } });
}

/** Whether a body is read while it is sent. */
export function isStreamed(body: ServiceResponse["body"]): body is StreamedBody {
  return body !== null && typeof body === "object" && "chunks" in body;
}

/** The bytes of a body as they are sent. */
export async function* bodyChunks(body: NonNullable<ServiceResponse["body"]>): AsyncGenerator<Uint8Array> {
  if (isStreamed(body)) yield* body.chunks();
  else if (body.length > 0) yield typeof body === "string" ? new TextEncoder().encode(body) : body;
}

/** Whether responses of this status may have a body. @see RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5 */
export function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}
