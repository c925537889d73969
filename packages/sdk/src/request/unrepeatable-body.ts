/** Bodies of create requests that the runtime's own `fetch` cannot resend on its own. For servers only. */
import { fetchKeepsLength, freshConnections } from "../runtime.js";

/** The arguments of `fetch` that accompany or replace the body's text. */
export interface UnrepeatableBody {
  init: object;
  /** Whether `onRead` is called when the first byte is sent. */
  isReadOnce: boolean;
  close(): void;
}

/** @param onRead called before the body is handed over */
export function unrepeatableBody(body: string, headers: Record<string, string>, onRead: () => void): UnrepeatableBody {
  const isReadOnce = fetchKeepsLength();
  const client = freshConnections();
  const init = { ...(isReadOnce && readOnce(body, headers, onRead)), ...(client && { client }) };
  return { init, isReadOnce, close: () => client?.close() };
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
