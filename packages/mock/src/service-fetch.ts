import type { Answer, Incoming } from "./routes/exchange.js";

/** Answers a request; undefined when its address is none of the service's. */
export type Handle = (incoming: Incoming) => Promise<Answer | undefined>;

/** Gives a service the signature of the global `fetch`. */
export function createFetch(handle: Handle): typeof globalThis.fetch {
  return async (input, init) => {
    const request = input instanceof Request && init === undefined ? input : new Request(input, init);
    request.signal.throwIfAborted();
    const answer = await unlessAborted(handle(toIncoming(request)), request.signal);
    if (answer) return toResponse(answer, request.method);
    throw new TypeError(`fetch failed: the fake does not listen at ${new URL(request.url).origin}.`);
  };
}

function toIncoming(request: Request): Incoming {
  return {
    method: request.method,
    url: request.url,
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
    await reader.cancel();
  }
}

function toResponse({ status, headers, body }: Answer, method: string): Response {
  const hasBody = method !== "HEAD" && status !== 204;
  return new Response(hasBody ? body : null, { status, headers });
}

function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
