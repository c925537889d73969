/** The adapter for HTTP: runs a service on a port of this machine. */
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import * as z from "zod";
import { addressesBelow, normalized, publicUrlSchema } from "../core/addresses.js";
import { checkShape } from "../core/check-shape.js";
import { tokenSchema } from "../options.js";
import { adapterOf, type MockService } from "../service.js";
import { ConsoleFiles } from "./http/console-files.js";
import { controlGuard, isLoopback } from "./http/control-guard.js";
import { createServer, listen, type TlsOptions } from "./http/listen.js";
import { createListener, defaultHost, defaultPort, type Place, type RequestLogEntry } from "./http/listener.js";

export type { RequestLogEntry } from "./http/listener.js";

/** Where and how the server listens. */
export interface ServeOptions {
  /** The port to listen on. 0 picks a free one. @default 4010 */
  port?: number;
  /**
   * A name or address of this machine. Any host other than loopback needs `adminToken` or `admin: false`.
   * @default "127.0.0.1"
   */
  host?: string;
  /**
   * The URL where clients reach the server, for example behind a reverse proxy or from another container. All URLs in
   * responses begin with it. It may have a path, which the proxy may strip or keep.
   * @default the URL where the server listens
   */
  publicUrl?: string;
  /** The certificate and key for https. @default none: plain http */
  tls?: TlsOptions;
  /** Whether the server has a control interface, below `/__mock__/`. @default true */
  admin?: boolean;
  /** The token that control requests must send in the header `x-admin-token`. @default none */
  adminToken?: string;
  /** Whether pages of any origin may send requests (CORS). @default false */
  cors?: boolean;
  /** Called once for each request, after the response was sent or the connection broke. Entries contain no secrets. */
  onRequest?: (entry: RequestLogEntry) => void;
}

/** The option names. The compiler checks the types, and only the names are checked at runtime. */
const unchecked = z.unknown().optional();

const optionsSchema = z.strictObject({
  port: unchecked,
  host: unchecked,
  tls: unchecked,
  admin: unchecked,
  cors: unchecked,
  onRequest: unchecked,
  publicUrl: publicUrlSchema.optional(),
  adminToken: tokenSchema.optional(),
} satisfies Record<keyof ServeOptions, z.ZodType>);

/** The address by which this machine reaches a server that listens on all interfaces. */
const reachableNames: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** A running server. */
export interface RunningServer {
  /** The URL for clients. The external interface is below it at `/v1`, and the campaign interface at `/`. */
  readonly url: string;
  /** The URL on this machine. Without a `publicUrl`, it equals `url`. */
  listeningUrl: string;
  /** Stops listening, and ends every connection. You can call it again. */
  close(): Promise<void>;
  /** `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a server for a service. Until it is closed, `service.addresses` and `service.clientOptions()` contain the
 * server's URLs. Clients that use the service's `fetch` or msw continue to work.
 *
 * @throws {TypeError} if `service` was not made by `createMockService()`, or an option is unknown or invalid
 * @throws {RangeError} if other machines could reach the control interface without a token
 * @throws {Error} if the port is in use, or the host is not an address of this machine
 */
export async function serve(service: MockService, options: ServeOptions = {}): Promise<RunningServer> {
  checkShape(optionsSchema, options);
  const { port = defaultPort, host = defaultHost, cors = false, admin = true, tls } = options;
  const { adminToken, onRequest } = options;
  const { handle, listenAt } = adapterOf(service);
  const isLocal = isLoopback(host);
  if (!isLocal && admin && adminToken === undefined) throw new RangeError(unprotected(host));
  const publicUrl = options.publicUrl === undefined ? undefined : normalized(options.publicUrl);
  // Before anything listens, for it may fail.
  const consoleFiles = admin ? ConsoleFiles.open() : undefined;
  const server = createServer(tls);
  await listen(server, { port, host });
  const listeningUrl = listeningUrlOf(server, { host, scheme: tls ? "https" : "http" });
  let withdraw = () => {};
  const placeAt = (publicUrl: string | undefined): Place => {
    const url = publicUrl ?? listeningUrl;
    const { controlUrl, ...addresses } = addressesBelow(url);
    withdraw();
    withdraw = listenAt(admin ? { ...addresses, controlUrl } : addresses);
    const guard = admin ? controlGuard({ adminToken, isLocal, listeningUrl, publicUrl }) : undefined;
    return { url, prefix: new URL(url).pathname.replace(/\/$/, ""), guard };
  };
  let place = placeAt(publicUrl);
  const listener = createListener({
    handle,
    place: () => place,
    moveTo(text) {
      place = placeAt(normalized(text));
    },
    cors,
    onRequest,
    consoleFiles,
  });
  server.on("request", listener);
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket.once("close", () => sockets.delete(socket))));
  let closed: Promise<void> | undefined;
  const closeOnce = () => {
    withdraw();
    closed ??= close(server, sockets);
    return closed;
  };
  return {
    get url() {
      return place.url;
    },
    listeningUrl,
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  };
}

function listeningUrlOf(server: Server, { host, scheme }: { host: string; scheme: "http" | "https" }): string {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const name = reachableNames[host] ?? host;
  return new URL(`${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`).origin;
}

function unprotected(host: string): string {
  const reach = `The host "${host}" is not loopback, so other machines could read and change everything.`;
  return `${reach} Pass an admin token (--admin-token), or disable the control interface (--no-admin).`;
}

/** Ends all connections. Node's own `closeAllConnections()` leaves those that have not yet sent anything over TLS. */
function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    for (const socket of sockets) socket.destroy();
  });
}
