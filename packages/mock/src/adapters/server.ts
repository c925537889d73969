/** The door for HTTP: a service behind a port of this machine. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { adapterOf, type MockService } from "../service.js";
import { refuseBrokenRequest } from "./http/broken-request.js";
import { ControlGuard } from "./http/control-guard.js";
import { createListener, type RequestLogEntry } from "./http/listener.js";
import { isLoopback } from "./http/loopback.js";

export type { RequestLogEntry } from "./http/listener.js";

/** Where and how a service listens. */
export interface ServeOptions {
  /** 0 takes a free port. @default 4010 */
  port?: number;
  /** A name or address of this machine; any but loopback needs `adminToken`, or `admin: false`. @default "127.0.0.1" */
  host?: string;
  /** Whether the control interface is there, below `/__mock__/`. @default true */
  admin?: boolean;
  /** What requests to the control interface must carry as `x-admin-token`. @default none is asked for */
  adminToken?: string;
  /** Is waited for before each answer: what was changed can be saved first. */
  beforeResponse?: () => Promise<void>;
  /** Whether pages of any origin may ask. @default false */
  cors?: boolean;
  /** Is told of every request once it is answered. Neither keys nor signatures are in what it gets. */
  onRequest?: (entry: RequestLogEntry) => void;
}

/** All interfaces of a machine have no address of their own. */
const reachableNames: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** A service that listens. */
export interface RunningServer {
  /** The server's origin: the external interface is at `/v1`, the campaign interface at `/`. */
  url: string;
  /** Stops listening, and ends every connection. May be called again. */
  close(): Promise<void>;
}

/**
 * Lets a service listen, and moves its addresses there.
 *
 * @throws {RangeError} when other machines could reach the control interface without a token
 * @throws {Error} when the port is taken
 */
export async function serve(service: MockService, options: ServeOptions = {}): Promise<RunningServer> {
  const {
    port = 4010,
    host = "127.0.0.1",
    cors = false,
    admin = true,
    adminToken,
    onRequest,
    beforeResponse: beforeAnswer,
  } = options;
  const isLocal = isLoopback(host);
  if (!isLocal && admin && !adminToken) throw new RangeError(unprotected(host));
  const server = createServer();
  await listen(server, port, host);
  const url = originOf(server, host);
  adapterOf(service).listenAt({
    baseUrl: `${url}/v1`,
    campaignBaseUrl: url,
    storageUrl: `${url}/storage`,
    ...(admin ? { controlUrl: `${url}/__mock__` } : {}),
  });
  const guard = new ControlGuard({ adminToken, isLocal, origin: url });
  server.on("request", createListener({ service, origin: url, cors, onRequest, guard, beforeResponse: beforeAnswer }));
  server.on("clientError", refuseBrokenRequest);
  let closed: Promise<void> | undefined;
  return {
    url,
    close() {
      closed ??= close(server);
      return closed;
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function originOf(server: Server, host: string): string {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const name = reachableNames[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function unprotected(host: string): string {
  const reach = `The host "${host}" is not loopback: other machines could change and read everything.`;
  return `${reach} Give an admin token (--admin-token), or leave control out (--no-admin).`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
