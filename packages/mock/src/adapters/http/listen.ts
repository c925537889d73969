/** Creates a server and makes it listen. If it cannot, the error says what to do. */
import type { Server as HttpServer } from "node:http";
import type { Server } from "node:net";

/** A certificate and its private key, in PEM. The key must not have a passphrase. @inline */
export interface TlsOptions {
  /** The server's certificate, which its issuers' certificates may follow. */
  cert: string | Uint8Array;
  key: string | Uint8Array;
}

/** How long a server waits, in milliseconds. */
const timeouts = {
  /**
   * For the rest of a request: forever. A fault or a gate may hold an upload for as long as it likes. By default, Node
   * would treat the delay as a slow client after 300 s.
   */
  requestTimeout: 0,
  /**
   * For the headers, against clients that never send them. It must be set, because Node's default is at most
   * `requestTimeout`.
   */
  headersTimeout: 60_000,
  /**
   * Longer than clients keep an idle connection, which is 90 s for Deno's fetch. With Node's default of 5 s, a
   * connection could close just when a client reuses it after an upload. A create request on it would then be
   * uncertain.
   */
  keepAliveTimeout: 120_000,
};

/**
 * Creates a server, with https if it has a certificate. The modules have no named imports: a named import of
 * "node:http" would load Node's own client, which took a sixth of the start.
 *
 * @throws {TypeError} when the certificate cannot be used
 */
export function createServer(tls: TlsOptions | undefined): HttpServer {
  if (!tls) return process.getBuiltinModule("node:http").createServer(timeouts);
  try {
    const certified = { ...timeouts, cert: Buffer.from(tls.cert), key: Buffer.from(tls.key) };
    return process.getBuiltinModule("node:https").createServer(certified);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`The certificate and the key cannot be used: ${reason}`, { cause });
  }
}

/** Where a server should listen. */
export interface ListenTarget {
  port: number;
  host: string;
}

/**
 * The ports from 1024 on that browsers, and the `fetch` of browsers and Node, refuse. @see the fetch standard, "port
 * blocking"
 */
const blockedPorts = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/**
 * Resolves when a server listens. Warns about a port that browsers refuse.
 *
 * @throws {Error} which names the port or the host, and says what to do; its `code` is that of the system's error
 */
export function listen(server: Server, target: ListenTarget): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(listenError(error, target));
    server.once("error", refuse);
    server.listen(target.port, target.host, () => {
      server.off("error", refuse);
      if (blockedPorts.includes(target.port))
        process.emitWarning(`Browsers and fetch refuse to connect to port ${target.port}. Choose another --port.`);
      resolve();
    });
  });
}

const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use. End the process that uses it, or pass another --port (0 picks a free one)",
  EACCES: "pass a --port of 1024 or above, or 0 for a free one",
};

/** Explains the system's error and how to fix it. */
function listenError(cause: NodeJS.ErrnoException, { port, host }: ListenTarget): Error {
  const { code = "" } = cause;
  const next =
    advice[code] ?? "pass a --host that is an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all addresses";
  return Object.assign(new Error(`The fake cannot listen at ${host}:${port} (${code}): ${next}.`, { cause }), { code });
}
