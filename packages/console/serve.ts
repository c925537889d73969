/**
 * Serves the built console as a static host would, and with the same content security policy as the fake: the fake then
 * runs inside the page. `node packages/console/serve.ts [--port 0]`
 */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

const dist = new URL("./dist/", import.meta.url);

/** Starts the server on a port of this machine; 0 takes a free one. */
export async function serveConsole(port = 0): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    respond(request.url ?? "/").then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.writeHead(404, { "content-type": "text/plain" }).end("There is nothing here.\n"),
    );
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}/`, close: () => closed(server) };
}

async function respond(path: string) {
  const [, name = ""] = /^\/((?:assets\/)?[\w.-]*)(?:\?|$)/.exec(path) ?? [undefined, "nowhere"];
  const file = name === "" ? "index.html" : name;
  const bytes = await readFile(new URL(file, dist));
  if (file !== "index.html") return { status: 200, headers: assetHeaders(file), body: bytes };
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
  const body = bytes.toString().replaceAll("__CSP_NONCE__", nonce);
  return { status: 200, headers: { ...assetHeaders(file), ...pageHeaders(nonce) }, body };
}

function assetHeaders(file: string): Record<string, string> {
  return {
    "content-type": contentTypes[extname(file)] ?? "application/octet-stream",
    "x-content-type-options": "nosniff",
  };
}

function pageHeaders(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { "content-security-policy": policy.join("; "), "cache-control": "no-store" };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
  const { url } = await serveConsole(Number(values.port));
  console.log(`console at ${url}`);
}
