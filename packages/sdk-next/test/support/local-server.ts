/** HTTP servers of tests, on this machine alone. */
import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";

/** Lets a server listen on a free port, and returns its origin. */
export async function listenLocally(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The same, until the test ends. */
export async function serveInTest(server: HttpServer): Promise<string> {
  onTestFinished(() => closeServer(server));
  return listenLocally(server);
}

/** Ends a server and all of its connections. */
export async function closeServer(server: HttpServer): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
