/** Requests and responses between the adapters and the service. */

/**
 * Receives a chunk of a body. The next chunk comes once the promise is fulfilled. After an error, no further chunk
 * comes.
 */
export type TakeChunk = (chunk: Uint8Array) => Promise<void> | undefined;

/** Reads a body to its end, once. @throws the error of `take`, without reading on */
export type ReadBody = (take: TakeChunk) => Promise<void>;

/** A request in the form that adapters pass in. No adapter has to build the objects of another. */
export interface ServiceRequest {
  method: string;
  /** The whole URL, with its query. */
  url: string;
  /** A header's value, by its name in lower case. Null if the header is absent. */
  header(name: string): string | null;
  /** Why the body has no length: it is chunked, or it says nothing. Missing for a body with a length. */
  readonly length?: "chunked" | "missing" | undefined;
  /** All headers. The function must not keep the request itself alive, because the journal holds it. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** The body, as it comes. */
  read(take: TakeChunk): Promise<void>;
  /**
   * Calls back when nobody waits for the response any more, or at once if that is so already. Returns a function that
   * stops listening.
   */
  onLeave?(listener: () => void): () => void;
  /**
   * Moves the receiving server to another public URL. Earlier URLs keep working. @throws {RangeError} if the URL is
   * invalid
   */
  readonly moveTo?: (url: string) => void;
}

/** A body that is read while it is sent. */
export interface StreamedBody {
  /** The length. Undefined if the body ends with the connection. */
  readonly sizeBytes: number | undefined;
  /** The whole body, for the journal, if this one breaks off. */
  readonly whole?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Yields the chunks. Throws where the connection should break. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A response of the service, for an adapter to send. */
export interface ServiceResponse {
  status: number;
  /** The headers, by names in lower case. */
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | StreamedBody | null;
  /**
   * Set if no response arrives: the connection ends or is reset. A connection that stays open never reaches an adapter.
   */
  delivery?: "error" | "reset" | "timeout";
}

/** A response with this value as its JSON body. */
export function jsonResponse(status: number, value: unknown): ServiceResponse {
  return jsonTextResponse(status, JSON.stringify(value));
}

/** A response whose body is JSON text already. */
export function jsonTextResponse(status: number, body: string): ServiceResponse {
  return { status, headers: { "content-type": "application/json" }, body };
}

/** A response with a status of 400 or above, in the error format of the external interface. */
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
