import type { ServiceRequest, ServiceResponse } from "../core/message.js";
import { responseOf } from "./to-response.js";

/** Answers a request; undefined when its address is none of the service's. */
export type Handle = (incoming: ServiceRequest) => Promise<ServiceResponse | undefined>;

/** Gives a service the signature of the global `fetch`. */
export function createFetch(handle: Handle): typeof globalThis.fetch {
  return async (input, init) => {
    const request = input instanceof Request && init === undefined ? input : new Request(input, init);
    const { method, signal } = request;
    signal.throwIfAborted();
    const answer = await unlessAborted(handle(incomingOf(request)), signal);
    if (answer) return responseOf(answer, { method, signal, networkError });
    throw new TypeError(`fetch failed: the fake does not listen at ${new URL(request.url).origin}.`);
  };
}

/** A `Request` as the service takes it. */
export function incomingOf(request: Request): ServiceRequest {
  return {
    method: request.method,
    url: request.url,
    signal: request.signal,
    header: (name) => request.headers.get(name),
    chunks: () => chunksOf(request.body),
  };
}

/** By a reader, for not every browser can iterate over a stream. */
async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!stream) return;
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Not waited for: of a request that was cloned, neither half is cancelled before the other.
    reader.cancel().catch(() => {});
  }
}

/** As Node's own `fetch` tells of a connection that broke. */
function networkError(kind: "error" | "reset"): never {
  const cause = Object.assign(new Error(kind === "reset" ? "read ECONNRESET" : "other side closed"), {
    code: kind === "reset" ? "ECONNRESET" : "UND_ERR_SOCKET",
  });
  throw new TypeError("fetch failed", { cause });
}

function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
