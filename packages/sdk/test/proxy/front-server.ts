/** A server before the fake of the service: it counts what arrives, and can respond in the fake's place. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { listenLocally } from "../support/local-server.ts";

export interface FrontServer {
  origin: string;
  /** Method and path of each request, in the order of arrival. */
  seen: string[];
  /** The headers of the last request. */
  lastHeaders: IncomingMessage["headers"];
  /** Responds in the fake's place; undefined lets requests through. */
  instead: ((response: ServerResponse, incoming: IncomingMessage) => void) | undefined;
  /** Ends the connection in place of the answers to so many POSTs to come. */
  cutAnswers: number;
  close(): void;
}

/** Starts a server on 127.0.0.1 that passes requests on to another one. */
export async function startFrontServer(target: string): Promise<FrontServer> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming;
    front.seen.push(`${method} ${path}`);
    front.lastHeaders = headers;
    if (front.instead) return front.instead(response, incoming);
    const outgoing = request({ hostname, port, method, path, headers }, (received) => {
      if (method === "POST" && front.cutAnswers > 0) {
        front.cutAnswers -= 1;
        received.resume().on("end", () => response.socket?.resetAndDestroy());
        return;
      }
      response.writeHead(received.statusCode ?? 500, received.headers);
      received.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  const front: FrontServer = {
    origin: await listenLocally(server),
    seen: [],
    lastHeaders: {},
    instead: undefined,
    cutAnswers: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return front;
}
