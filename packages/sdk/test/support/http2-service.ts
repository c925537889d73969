/** A service that speaks HTTP/2 over TLS in bare frames: it can end a connection in ways that no server library offers. */
import { createServer, type TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import { selfSigned } from "../../../mock/test/support/certificate.ts";
import { listenLocally } from "./local-server.ts";
import type { OnFinished, RawService } from "./raw-service.ts";

/** What the service does when a request with a body has arrived completely. */
export type Http2End = (connection: Http2Connection) => void;

interface Http2Connection {
  socket: TLSSocket;
  /** Of the request with a body. */
  streamId: number;
}

/** A `RawService`, and the protocols that clients agreed on, in the order of their connections. */
export interface Http2Service extends RawService {
  protocols: string[];
}

/** Numbers of RFC 9113, sections 6 and 7. */
const frames = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7 };
const endStream = 1;
const acknowledged = 1;
const endHeaders = 4;
const refusedStream = 7;
const frameHeadBytes = 9;
const prefaceBytes = 24;
/** ":status: 200" of HPACK's static table. @see RFC 7541, appendix A */
const statusOk = Buffer.from([0x88]);

/** The connection ends in order, and the request is one of those that the service took. */
export const goAwayProcessed: Http2End = ({ socket, streamId }) => {
  writeFrame(socket, { type: frames.goAway, payload: uint32s(streamId, 0) });
  socket.end();
};

/** The connection ends in order, and the request came too late: whoever sent it may send it again. */
export const goAwayUnprocessed: Http2End = ({ socket, streamId }) => {
  writeFrame(socket, { type: frames.goAway, payload: uint32s(Math.max(0, streamId - 2), 0) });
  socket.end();
};

/** Only this request ends, and was not processed: whoever sent it may send it again. */
export const refuseStream: Http2End = ({ socket, streamId }) =>
  writeFrame(socket, { type: frames.reset, streamId, payload: uint32s(refusedStream) });

/**
 * Starts a service on 127.0.0.1 that answers every request without a body with an empty list. Each request with a body
 * is counted once all of it is there, and then gets `end`.
 */
export async function startHttp2Service(end: Http2End, onFinished: OnFinished = onTestFinished): Promise<Http2Service> {
  /** Their bodies: the heads are compressed. */
  const posts: string[] = [];
  const protocols: string[] = [];
  const sockets = new Set<TLSSocket>();
  const server = createServer({ ...(await selfSigned()), ALPNProtocols: ["h2", "http/1.1"] }, (socket) => {
    sockets.add(socket);
    // The client resets connections too.
    socket.on("error", () => {});
    protocols.push(socket.alpnProtocol || "http/1.1");
    if (socket.alpnProtocol !== "h2") return void socket.destroy();
    speakHttp2(socket, (streamId, body) => {
      posts.push(body);
      end({ socket, streamId });
    });
  });
  server.on("tlsClientError", () => {});
  const origin = (await listenLocally(server)).replace("http", "https");
  onFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { origin, baseUrl: `${origin}/v1`, posts, protocols };
}

function speakHttp2(socket: TLSSocket, onBodyEnd: (streamId: number, body: string) => void): void {
  writeFrame(socket, { type: frames.settings });
  let received = Buffer.alloc(0);
  let parsed = prefaceBytes;
  const bodies = new Map<number, string>();
  socket.on("data", (bytes) => {
    received = Buffer.concat([received, bytes]);
    while (received.length >= parsed + frameHeadBytes) {
      const end = parsed + frameHeadBytes + received.readUIntBE(parsed, 3);
      if (received.length < end) return;
      const [type, flags = 0] = received.subarray(parsed + 3, parsed + 5);
      const streamId = received.readUInt32BE(parsed + 5);
      const payload = received.subarray(parsed + frameHeadBytes, end);
      parsed = end;
      const isLast = (flags & endStream) !== 0;
      if (type === frames.settings && !(flags & acknowledged)) writeFrame(socket, { type, flags: acknowledged });
      if (type === frames.ping && !(flags & acknowledged)) writeFrame(socket, { type, flags: acknowledged, payload });
      if (type === frames.headers && isLast) writeEmptyList(socket, streamId);
      if (type === frames.data) bodies.set(streamId, `${bodies.get(streamId) ?? ""}${payload}`);
      if (type === frames.data && isLast) onBodyEnd(streamId, bodies.get(streamId) ?? "");
    }
  });
}

function writeEmptyList(socket: TLSSocket, streamId: number): void {
  writeFrame(socket, { type: frames.headers, flags: endHeaders, streamId, payload: statusOk });
  writeFrame(socket, { type: frames.data, flags: endStream, streamId, payload: Buffer.from('{"data":[]}') });
}

interface Frame {
  type: number;
  flags?: number;
  streamId?: number;
  payload?: Buffer;
}

function writeFrame(socket: TLSSocket, { type, flags = 0, streamId = 0, payload = Buffer.alloc(0) }: Frame): void {
  const head = Buffer.alloc(frameHeadBytes);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  socket.write(Buffer.concat([head, payload]));
}

function uint32s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}
