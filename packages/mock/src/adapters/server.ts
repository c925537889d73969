/** The adapter for HTTP: a service behind a port of this machine. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { checkKnownFields } from "../core/check-shape.js";
import { adapterOf, type MockService } from "../service.js";
import { ControlGuard, isLoopback } from "./http/control-guard.js";
import { createListener, defaultHost, defaultPort, type RequestLogEntry, sendClientError } from "./http/listener.js";

export type { RequestLogEntry } from "./http/listener.js";

/** Where and how a service listens. */
export interface ServeOptions {
  /** 0 takes a free port. @default 4010 */
  port?: number;
  /** A name or address of this machine; any but loopback needs `adminToken`, or `admin: false`. @default "127.0.0.1" */
  host?: string;
  /** Whether there is a control interface, below `/__mock__/`. @default true */
  admin?: boolean;
  /** Requests to the control interface must carry it as `x-admin-token`. @default none is asked for */
  adminToken?: string;
  /** Awaited before each response, so that a change can be saved before the client knows of it. */
  beforeResponse?: () => Promise<void>;
  /** Whether pages of any origin may send requests (CORS). @default false */
  cors?: boolean;
  /** Called once for each request, after its response was sent or its connection broke. Entries hold no secrets. */
  onRequest?: (entry: RequestLogEntry) => void;
}

/** Every option; a new one that is missing here does not compile. */
const optionNames = Object.keys({
  port: true,
  host: true,
  admin: true,
  adminToken: true,
  beforeResponse: true,
  cors: true,
  onRequest: true,
} satisfies Record<keyof ServeOptions, true>);

/** A server that listens on all interfaces has no address of its own; this is how this machine reaches it. */
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
 * @throws {TypeError} when `service` was not made by `createMockService()`, or there is no such option
 * @throws {RangeError} when other machines could reach the control interface without a token
 * @throws {Error} when the port is taken
 */
export async function serve(service: MockService, options: ServeOptions = {}): Promise<RunningServer> {
  checkKnownFields(options, optionNames);
  const {
    port = defaultPort,
    host = defaultHost,
    cors = false,
    admin = true,
    adminToken,
    onRequest,
    beforeResponse,
  } = options;
  const { handle, listenAt } = adapterOf(service);
  const isLocal = isLoopback(host);
  if (!isLocal && admin && !adminToken) throw new RangeError(unprotected(host));
  const server = createServer({ keepAliveTimeout: keepAliveMs });
  await listen(server, port, host);
  const origin = originOf(server, host);
  const controlUrl = admin ? { controlUrl: `${origin}/__mock__` } : {};
  listenAt({ baseUrl: `${origin}/v1`, campaignBaseUrl: origin, storageUrl: `${origin}/storage`, ...controlUrl });
  const guard = admin ? new ControlGuard({ adminToken, isLocal, origin }) : undefined;
  server.on("request", createListener({ handle, origin, cors, onRequest, guard, beforeResponse }));
  server.on("clientError", sendClientError);
  let closed: Promise<void> | undefined;
  return {
    url: origin,
    close() {
      closed ??= close(server);
      return closed;
    },
  };
}

/**
 * Longer than clients keep an idle connection, which is 90 s for Deno's fetch. After Node's default of 5 s, a connection
 * could close just when a client uses it again after an upload: a creation that it sends then is uncertain.
 */
const keepAliveMs = 120_000;

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
  return `${reach} Pass an admin token (--admin-token), or disable the control interface (--no-admin).`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
