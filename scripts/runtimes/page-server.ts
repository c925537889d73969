import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

/** A static server of a folder, on a free port of this machine. */
export interface PageServer {
  origin: string;
  close(): void;
}

const contentTypes: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
};

/** Serves a folder's scripts, and an empty page at `/`. */
export async function servePages(folder: string): Promise<PageServer> {
  const server = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const content =
      pathname === "/" ? "<!doctype html>" : await readFile(join(folder, pathname)).catch(() => undefined);
    const type = pathname === "/" ? ".html" : extname(pathname);
    response.writeHead(content === undefined ? 404 : 200, { "content-type": contentTypes[type] ?? "text/plain" });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
