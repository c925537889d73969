/** A service with the signature of the global `fetch`. The adapter for msw shares `respond()`. */
import { mayHaveBody, type ServiceRequest, type ServiceResponse } from "../core/message.js";
import { forever } from "../core/pause.js";
import { type BodyDelivery, brokenBody, bytesOf } from "./broken-body.js";

/** Responds to a request; undefined when the service has no such address. */
type Handle = (request: ServiceRequest) => Promise<ServiceResponse | undefined>;

/** How a `Request` is responded to. */
interface RespondOptions {
  handle: Handle;
  /** Returns the response that stands for a broken connection, or throws. */
  networkError: (kind: "error" | "reset") => Response;
}

/** Gives a service the signature of the global `fetch`. */
export function createFetch(handle: Handle): typeof globalThis.fetch {
  return async (input, init) => {
    const request = input instanceof Request && init === undefined ? input : new Request(input, init);
    request.signal.throwIfAborted();
    const response = await respond(request, { handle, networkError: throwNetworkError });
    if (response) return response;
    // Without the query, which may hold a signature.
    const { origin, pathname } = new URL(request.url);
    throw new TypeError(
      `fetch failed: nothing of the fake is at ${origin}${pathname}; service.addresses has its URLs.`,
    );
  };
}

/**
 * Lets a service respond to a `Request`; undefined when the service has no such address.
 *
 * @throws the signal's reason as soon as the request is aborted
 */
export function respond(request: Request, { handle, networkError }: RespondOptions): Promise<Response | undefined> {
  const responding = handle(toServiceRequest(request)).then(
    (response) => response && toResponse(response, { request, networkError }),
  );
  return unlessAborted(responding, request);
}

function toServiceRequest(request: Request): ServiceRequest {
  return {
    method: request.method,
    url: request.url,
    signal: request.signal,
    header: (name) => request.headers.get(name),
    chunks: () => chunksOf(request.body),
  };
}

/** Uses a reader, because not every browser can iterate over a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!stream) return;
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Not waited for: when a request was cloned, neither half is cancelled before the other.
    reader.cancel().catch(() => {});
  }
}

function toResponse(
  response: ServiceResponse,
  { request, networkError }: Pick<RespondOptions, "networkError"> & { request: Request },
): Response | Promise<Response> {
  const { delivery } = response;
  switch (delivery) {
    case undefined:
      return wholeResponse(response, request);
    case "error":
    case "reset":
      return networkError(delivery);
    case "timeout":
      return forever();
    default:
      return brokenResponse(response, { delivery, request });
  }
}

function wholeResponse({ status, headers, body, stream }: ServiceResponse, { method }: Request): Response {
  const hasBody = method !== "HEAD" && mayHaveBody(status);
  return new Response(hasBody ? (stream ? readableOf(stream) : body) : null, { status, headers });
}

function readableOf(stream: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

function brokenResponse(
  response: ServiceResponse,
  { delivery, request }: { delivery: BodyDelivery; request: Request },
): Response {
  if (response.body === null || request.method === "HEAD") return wholeResponse(response, request);
  const bytes = bytesOf(response.body);
  // msw 3 tells a client of a broken body only when the length was announced.
  const headers = { ...response.headers, "content-length": String(bytes.length) };
  const chunks = brokenBody(bytes, delivery);
  const pull = async (controller: ReadableStreamDefaultController) => {
    const { value, done } = await unlessAborted(chunks.next(), request);
    if (done) controller.close();
    else controller.enqueue(value);
  };
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { status: response.status, headers });
}

/** The same error as Node's own `fetch` rejects with when a connection breaks. */
function throwNetworkError(kind: "error" | "reset"): never {
  const cause = Object.assign(new Error(kind === "reset" ? "read ECONNRESET" : "other side closed"), {
    code: kind === "reset" ? "ECONNRESET" : "UND_ERR_SOCKET",
  });
  throw new TypeError("fetch failed", { cause });
}

/** The abort listeners of all requests under way; each refers to its request. */
const abortListeners = new Set<() => void>();

/**
 * Waits for work, or rejects with the signal's reason as soon as the request is aborted.
 *
 * The listeners are kept in a set because Node collects a `Request` that nothing refers to, and its signal then never
 * aborts: who waits for a response that does not come would wait forever.
 */
function unlessAborted<Value>(work: Promise<Value>, request: Request): Promise<Value> {
  const { signal } = request;
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise<Value>((resolve, reject) => {
    const abort = () => {
      end();
      reject(request.signal.reason);
    };
    const end = () => {
      signal.removeEventListener("abort", abort);
      abortListeners.delete(abort);
    };
    signal.addEventListener("abort", abort, { once: true });
    abortListeners.add(abort);
    work.then(resolve, reject).finally(end);
  });
}
