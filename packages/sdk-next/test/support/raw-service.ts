import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listenLocally } from "./local-server.ts";

/** What the service does on a connection when a POST has arrived completely. */
export type ConnectionEnd = (socket: Socket) => void;

/** Takes what releases a test's sockets: `onTestFinished`, or a concurrent test's own. */
export type OnFinished = (release: () => void) => void;

/** A service on a bare socket, below everything that a runtime's HTTP server would hide. */
export interface RawService {
  origin: string;
  baseUrl: string;
  /** All POSTs that arrived completely, in the order of arrival. */
  posts: string[];
}

/**
 * Starts a service on 127.0.0.1 that answers GET with an empty list and keeps the connection open, so that what follows
 * reuses it. Each POST is counted once its body is there, and then gets `end`. A concurrent test passes its own
 * `onTestFinished`.
 */
export async function startRawService(
  end: ConnectionEnd,
  onFinished: OnFinished = onTestFinished,
): Promise<RawService> {
  const posts: string[] = [];
  const origin = await listen((socket) => {
    let received = "";
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      for (let request = firstRequest(received); request; request = firstRequest(received)) {
        received = received.slice(request.length);
        if (request.startsWith("POST")) {
          posts.push(request);
          end(socket);
        } else socket.write(rawResponse(200, '{"data":[]}'));
      }
    });
  }, onFinished);
  return { origin, baseUrl: `${origin}/v1`, posts };
}

/** Listens on a free port, does this with each connection, and returns its origin. */
export async function listen(onConnection: (socket: Socket) => void, onFinished: OnFinished): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // The client resets connections too.
    socket.on("error", () => {});
    onConnection(socket);
  });
  const origin = await listenLocally(server);
  onFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return origin;
}

/** A whole response, as it is on the wire. */
export function rawResponse(status: number, body = "{}"): string {
  return `HTTP/1.1 ${status} Status\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** The first request in a text when all of it is there, with a length or in chunks; else undefined. */
function firstRequest(text: string): string | undefined {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const head = text.slice(0, headEnd);
  const bodyStart = headEnd + 4;
  if (/^transfer-encoding: *chunked/im.test(head)) {
    const lastChunk = text.indexOf("0\r\n\r\n", bodyStart);
    return lastChunk === -1 ? undefined : text.slice(0, lastChunk + 5);
  }
  const sizeBytes = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  return text.length < bodyStart + sizeBytes ? undefined : text.slice(0, bodyStart + sizeBytes);
}
