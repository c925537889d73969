/** Calls `fetch` so that the runtime cannot resend a create request on its own. For servers only. */
import { fetchKeepsLength, freshConnections } from "../runtime.js";
import { provesNothingSent } from "./nothing-sent.js";

/** The arguments of `fetch`, with the key. */
export type KeyedInit = RequestInit & { headers: Record<string, string>; signal: AbortSignal };

/** The client's `fetch`. */
export interface Fetching {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  hasOwnFetch: boolean;
}

/** A request, and whether any of it may have been sent. */
export interface Sending {
  request: { operation: { repeat: string }; url: string; body: string | null };
  init: KeyedInit;
  wire: { sent: boolean };
}

/** @throws the failure of `fetch` */
export async function fetchOnce(
  { fetch, hasOwnFetch }: Fetching,
  { request: { operation, url, body }, init, wire }: Sending,
): Promise<Response> {
  const { headers, signal } = init;
  // The runtime's own `fetch` must not repeat a creation unseen.
  const isUnrepeatable = body !== null && operation.repeat !== "always" && !hasOwnFetch;
  // On Node and Bun, the first read of the body tells when a creation leaves.
  const isReadOnce = isUnrepeatable && fetchKeepsLength();
  const client = isUnrepeatable ? freshConnections() : undefined;
  const onRead = () => {
    signal.throwIfAborted();
    wire.sent = true;
  };
  if (!isReadOnce) wire.sent = true;
  try {
    return await fetch(url, { ...init, ...(isReadOnce && readOnce(body, headers, onRead)), ...(client && { client }) });
  } catch (failure) {
    // Without the first read, the failure's words may tell. After it they prove nothing: a dispatcher may have tried twice.
    if (!isReadOnce && provesNothingSent(failure)) wire.sent = false;
    throw failure;
  } finally {
    client?.close();
  }
}

/**
 * A body that `fetch` cannot send twice, unlike other bodies, which Node resends after a 421. The body also shows when
 * the first byte is sent, because a stream is read only once there is a connection.
 */
function readOnce(body: string, headers: Record<string, string>, onRead: () => void): object {
  const bytes = new TextEncoder().encode(body);
  const pull = (controller: ReadableByteStreamController) => {
    onRead();
    controller.enqueue(bytes);
    controller.close();
  };
  return {
    body: new ReadableStream({ type: "bytes", pull }),
    headers: { ...headers, "content-length": String(bytes.byteLength) },
    // With credentials, the fetch standard turns a 401 to a streamed body into a network error.
    credentials: "omit",
    // Asked for by fetch for streams, and not in TypeScript's library.
    duplex: "half",
  };
}
