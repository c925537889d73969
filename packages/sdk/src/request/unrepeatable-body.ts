/** A creation that the runtime's own `fetch` cannot repeat unseen. For servers only. */
import { fetchKeepsLength, freshConnections } from "../runtime.js";

/** What `fetch` is called with besides, or in place of, the text of the body. */
export interface UnrepeatableBody {
  init: object;
  /** Whether `onRead` tells when the first byte leaves. */
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
 * A body that `fetch` cannot send a second time, as Node's does after a 421 with any other. It also tells when the first byte
 * leaves: a stream is read only once there is a connection to write to.
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
