/** Gives a service the signature of the global `fetch`. The adapter for msw shares `respond()`. */
import { bodyChunks, mayHaveBody, type ServiceRequest, type ServiceResponse, type TakeChunk } from "../core/message.js";
import { withOwnBody } from "./foreign-blob.js";

/** Responds to a request. Undefined if the service has no such URL. */
type Handle = (request: ServiceRequest) => Promise<ServiceResponse | undefined>;

/** How to respond to a `Request`. */
interface RespondOptions {
  handle: Handle;
  /** Returns the response that represents a broken connection, or throws. */
  networkError: (kind: "error" | "reset") => Response;
  /** Aborted when nobody waits for the response any more. @default the request's own signal */
  signal?: AbortSignal;
  length?: ServiceRequest["length"];
}

/** Gives a service the signature of the global `fetch`. */
export function createFetch(handle: Handle): typeof globalThis.fetch {
  return async (input, init) => {
    const { signal: given, ...rest } = init ?? {};
    given?.throwIfAborted();
    // A Request refuses a signal of another runtime, and jsdom has its own signals. One that is given is used up by this,
    // as by the global fetch: its body cannot be sent twice.
    const request = new Request(input, await withOwnBody(given ? rest : init));
    const signal = given ?? (input instanceof Request && init?.signal !== null ? input.signal : request.signal);
    signal.throwIfAborted();
    allowManyListeners(signal);
    const isChunked = isStream(init?.body) && !request.headers.has("content-length");
    const length = isChunked ? "chunked" : undefined;
    const response = await respond(request, { handle, networkError: throwNetworkError, signal, length });
    if (response) return Object.defineProperty(response, "url", { value: request.url.replace(/#.*/s, "") });
    // Without the query, which may hold a signature.
    const { origin, pathname } = new URL(request.url);
    throw new TypeError(
      `fetch failed: the fake has nothing at ${origin}${pathname}. Its URLs are in service.addresses.`,
    );
  };
}

/**
 * Lets a service respond to a `Request`. Undefined if the service has no such URL.
 *
 * @throws the signal's reason as soon as the request is aborted
 */
export function respond(
  request: Request,
  { handle, networkError, signal = request.signal, length }: RespondOptions,
): Promise<Response | undefined> {
  const abortable = { request, signal };
  const responding = handle({
    method: request.method,
    url: request.url,
    onLeave(listener) {
      if (signal.aborted) listener();
      signal.addEventListener("abort", listener);
      return () => signal.removeEventListener("abort", listener);
    },
    header: (name) => request.headers.get(name),
    length,
    headers: request.headers,
    read: (take) => readBody(request, take),
  });
  const sent = responding.then((response) => response && toResponse(response, { abortable, networkError }));
  return unlessAborted(sent, abortable);
}

/** A request, and the signal that ends it. */
interface AbortableRequest {
  request: Request;
  signal: AbortSignal;
}

/**
 * Reads a body with a reader, because not every browser can iterate over a stream. @throws {TypeError} as the global
 * `fetch` does for a wrong Content-Length
 */
async function readBody({ body, headers }: Request, take: TakeChunk): Promise<void> {
  if (!body) return;
  const reader = body.getReader();
  let sizeBytes = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      sizeBytes += next.value.length;
      await take(next.value);
    }
  } finally {
    // Not waited for: when a request was cloned, neither half is cancelled before the other.
    reader.cancel().catch(() => {});
  }
  const announced = headers.get("content-length") ?? sizeBytes;
  if (Number(announced) !== sizeBytes)
    throw new TypeError(`fetch failed: the body has ${sizeBytes} bytes, but its Content-Length says ${announced}.`);
}

/** A browser does not know these, and shows none over HTTP/2 either. */
const statusTexts = globalThis.process?.getBuiltinModule?.("node:http")?.STATUS_CODES ?? {};

function toResponse(
  { status, headers, body, delivery }: ServiceResponse,
  { abortable, networkError }: Pick<RespondOptions, "networkError"> & { abortable: AbortableRequest },
): Response {
  if (delivery) return networkError(delivery === "reset" ? "reset" : "error");
  const hasBody = abortable.request.method !== "HEAD" && mayHaveBody(status);
  // An empty body is one that can be read, and read once.
  const stream = hasBody ? streamOf(bodyChunks(body ?? ""), abortable) : null;
  return new Response(stream, { status, statusText: statusTexts[status] ?? "", headers });
}

/** A body as a stream. An abort ends it while it is read, too. */
function streamOf(chunks: AsyncGenerator<Uint8Array>, abortable: AbortableRequest): ReadableStream<Uint8Array> {
  const pull = async (controller: ReadableStreamDefaultController) => {
    const { value, done } = await unlessAborted(chunks.next(), abortable);
    if (done) controller.close();
    else controller.enqueue(value);
  };
  // Not waited for: a body that stalls has no end.
  const cancel = () => void chunks.return(undefined);
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

/** A stream of this or of another realm. */
function isStream(body: unknown): boolean {
  return typeof Object(body).getReader === "function";
}

/**
 * Allows many listeners, because Node 20 warns about more than ten requests that share a signal. Its own fetch may have
 * 1,500.
 */
function allowManyListeners(signal: AbortSignal): void {
  try {
    globalThis.process?.getBuiltinModule?.("node:events")?.setMaxListeners(1_500, signal);
  } catch {
    // A signal of jsdom warns of nothing.
  }
}

/** The error that Node's own `fetch` rejects with when a connection breaks. */
function throwNetworkError(kind: "error" | "reset"): never {
  const cause = Object.assign(new Error(kind === "reset" ? "read ECONNRESET" : "other side closed"), {
    code: kind === "reset" ? "ECONNRESET" : "UND_ERR_SOCKET",
  });
  throw new TypeError("fetch failed", { cause });
}

/** The abortable requests in flight, by their abort listeners. */
const abortableRequests = new Map<() => void, Request>();

/**
 * Waits for work, or rejects with the signal's reason as soon as the request is aborted.
 *
 * The requests are kept because Node collects a `Request` that nothing refers to, and then its signal never aborts. A
 * caller that waits for a response would wait forever.
 */
function unlessAborted<Value>(work: Promise<Value>, { request, signal }: AbortableRequest): Promise<Value> {
  // Nobody waits for work that has begun after an abort.
  work.catch(() => {});
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise<Value>((resolve, reject) => {
    const abort = () => {
      end();
      reject(signal.reason);
    };
    const end = () => {
      signal.removeEventListener("abort", abort);
      abortableRequests.delete(abort);
    };
    signal.addEventListener("abort", abort, { once: true });
    abortableRequests.set(abort, request);
    work.then(resolve, reject).finally(end);
  });
}
