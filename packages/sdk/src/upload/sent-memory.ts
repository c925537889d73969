/**
 * Whether the memory of what was handed to `fetch` can be used again. Node's collector frees such memory late: beside a
 * heap of 300 MB an upload of 1 GiB costs it seconds. See docs/decisions/0019.
 */
import { builtinModule } from "../runtime.js";

/** What undici tells when it is about to send a request. */
interface SentHeaders {
  request: { origin?: unknown; path?: unknown };
  socket: { writableHighWaterMark?: number; alpnProtocol?: unknown };
}

interface Channels {
  subscribe(name: string, listener: (message: unknown) => void): void;
  unsubscribe(name: string, listener: (message: unknown) => void): void;
}

const channel = "undici:client:sendHeaders";

/** Watches the socket that a PUT goes through. */
export interface SocketWatch {
  /** Whether pieces of a size are certainly with the kernel once `fetch` asks for more. */
  isDrainedAfter(pieceSizeBytes: number): boolean;
  end(): void;
}

/**
 * Only Node's own `fetch`, writing to a plain or a TLS socket, waits until a piece has left that fills the socket's
 * buffer. What stands between, such as msw, a mocked dispatcher or HTTP/2, may keep a piece.
 */
export function watchSocket(url: string): SocketWatch | undefined {
  const channels = builtinModule<Channels>("node:diagnostics_channel");
  if (!channels || !isRuntimesFetch(globalThis.fetch)) return undefined;
  const { origin, pathname, search } = new URL(url);
  let socket: SentHeaders["socket"] | undefined;
  const listener = (message: unknown) => {
    const { request, socket: used } = message as SentHeaders;
    if (request.origin === origin && request.path === pathname + search) socket = used;
  };
  channels.subscribe(channel, listener);
  return {
    isDrainedAfter: (pieceSizeBytes) =>
      socket !== undefined && socket.alpnProtocol !== "h2" && Number(socket.writableHighWaterMark) <= pieceSizeBytes,
    end: () => channels.unsubscribe(channel, listener),
  };
}

function isRuntimesFetch(fetch: unknown): boolean {
  return /internal\/deps\/undici/.test(Function.prototype.toString.call(fetch));
}
