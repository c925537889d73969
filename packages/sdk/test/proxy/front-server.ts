/** A server before the fake of the service: it notes what arrives, and can respond in the fake's place. */
import { createServer, request, type ServerResponse } from "node:http";
import { listenLocally } from "../support/local-server.ts";

export interface FrontServer {
  origin: string;
  /** Method and path of each request, in the order of arrival. */
  seen: string[];
  /** Responds in the fake's place; undefined lets requests through. */
  instead: ((response: ServerResponse) => void) | undefined;
  close(): void;
}

/** Starts a server on 127.0.0.1 that passes requests on to another one. */
export async function startFrontServer(target: string): Promise<FrontServer> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, response) => {
    const { method, url: path, headers } = incoming;
    front.seen.push(`${method} ${path}`);
    if (front.instead) return front.instead(response);
    const outgoing = request({ hostname, port, method, path, headers }, (received) => {
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
    instead: undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return front;
}
