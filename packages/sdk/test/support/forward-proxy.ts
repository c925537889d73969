/** A proxy on loopback that passes on what it gets, and remembers it. */
import { createServer, request, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { listenLocally } from "./local-server.ts";

/** A host that only the proxy knows: what reaches it went through the proxy. */
export const hostBehindProxy = "store.test";

export interface ForwardProxy {
  url: string;
  /** Method and address of what came, such as `PUT http://host/path`, or `CONNECT host:port`. */
  seen: string[];
  /** The `Proxy-Authorization` of what came. */
  credentials: (string | undefined)[];
}

/** @param behind where {@link hostBehindProxy} is, such as `http://127.0.0.1:4010` */
export async function startForwardProxy(behind: string, onEnd: (close: () => void) => void): Promise<ForwardProxy> {
  const seen: string[] = [];
  const credentials: (string | undefined)[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer((incoming, response) => {
    const { method = "", url = "", headers } = incoming;
    credentials.push(headers["proxy-authorization"]);
    seen.push(`${method} ${url.replace(/\?.*/, "")}`);
    const target = url.replace(`http://${hostBehindProxy}`, behind);
    const outgoing = request(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  server.on("connect", ({ url = "", headers }, client: Socket) => {
    credentials.push(headers["proxy-authorization"]);
    seen.push(`CONNECT ${url}`);
    const { hostname, port } = new URL(url === `${hostBehindProxy}:80` ? behind : `http://${url}`);
    const target = connect(Number(port), hostname, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      pipeline(client, target, client, () => {});
    });
    target.on("error", () => client.destroy());
    sockets.push(client, target);
  });
  const url = await listenLocally(server);
  onEnd(() => {
    server.close();
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
  });
  return { url, seen, credentials };
}
