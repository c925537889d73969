/** `toNodeListener` puts a Web handler behind `node:http`. */
import { createServer, type RequestListener } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import { connect } from "node:net";
import { toNodeListener } from "@call-analysis/sdk/proxy";
import { expect, onTestFinished, test, vi } from "vitest";
import { deferred } from "../support/deferred.ts";
import { listenLocally, serveInTest } from "../support/local-server.ts";

type Handler = (request: Request) => Promise<Response>;

async function startListener(
  handler: Handler,
  options?: Parameters<typeof toNodeListener>[1],
  wrap = (listener: RequestListener) => listener,
) {
  const server = createServer(wrap(toNodeListener(handler, options)));
  const origin = await serveInTest(server);
  return { port: Number(new URL(origin).port), origin };
}

/** What the server writes to a request that is given byte by byte. */
function exchange(port: number, head: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.on("data", (bytes) => {
      received += bytes;
    });
    socket.on("error", () => {}).on("close", () => resolve(received));
    socket.write(`${head}\r\nconnection: close\r\n\r\n`);
  });
}

test("method, address, headers and body arrive, and status, headers and body come back", async () => {
  const { origin } = await startListener(async (request) => {
    const body = await request.text();
    const seen = { method: request.method, url: request.url, custom: request.headers.get("x-custom"), body };
    return Response.json(seen, { status: 201, headers: { "x-answer": "1" } });
  });
  const response = await fetch(`${origin}/a/b?c=d`, { method: "POST", headers: { "x-custom": "2" }, body: "é" });
  expect([response.status, response.headers.get("x-answer")]).toEqual([201, "1"]);
  expect(await response.json()).toEqual({ method: "POST", url: `${origin}/a/b?c=d`, custom: "2", body: "é" });
});

test("HTTP/2 works as HTTP/1 does", async () => {
  const handler: Handler = async (request) => {
    if (new URL(request.url).pathname === "/unread") return new Response("unread", { status: 413 });
    return new Response(`${request.method} ${request.url} ${await request.text()}`);
  };
  const server = createHttp2Server(toNodeListener(handler));
  const origin = await listenLocally(server);
  const session = connectHttp2(origin);
  onTestFinished(() => {
    session.close();
    server.close();
  });
  const post = async (path: string, end: boolean) => {
    const stream = session.request({ ":method": "POST", ":path": path });
    if (end) stream.end("body");
    else stream.write("a beginning");
    let received = "";
    for await (const chunk of stream.setEncoding("utf8")) received += chunk;
    return received;
  };
  expect(await post("/a?b=c", true)).toBe(`POST ${origin}/a?b=c body`);
  expect(await post("/unread", false)).toBe("unread");
});

test("several cookies stay several", async () => {
  const headers = new Headers([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
  ]);
  const { origin } = await startListener(async () => new Response(null, { headers }));
  expect((await fetch(origin)).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

test("the address has the origin of the option, whatever Host and Forwarded headers say", async () => {
  const handler: Handler = async (request) => new Response(request.url);
  const { port } = await startListener(handler, { origin: "https://app.example.com" });
  const head = "GET /a HTTP/1.1\r\nhost: evil.test\r\nx-forwarded-host: evil.test\r\nx-forwarded-proto: http";
  expect(await exchange(port, head)).toContain("https://app.example.com/a");
});

test("without it, it has that of the connection and the Host header, and never of a whole address", async () => {
  const handler: Handler = async (request) => new Response(request.url);
  const { port } = await startListener(handler);
  const head = "GET https://evil.test/a HTTP/1.1\r\nhost: app.test:81\r\nx-forwarded-proto: https";
  expect(await exchange(port, head)).toContain("\r\n\r\nhttp://app.test:81/a");
});

test.each([
  "GET /a HTTP/1.1\r\nhost: a b",
  "GET /a HTTP/1.1\r\nhost: a/../../x y",
  "GET * HTTP/1.1\r\nhost: a",
  "TRACE /a HTTP/1.1\r\nhost: a",
])("a request that cannot be a Request gets 400, and does not reach the handler: %j", async (head) => {
  let isReached = false;
  const { port } = await startListener(async () => {
    isReached = true;
    return new Response();
  });
  expect(await exchange(port, head)).toMatch(/^HTTP\/1\.1 400 /);
  expect(isReached).toBe(false);
});

test("express's mount path is part of the address", async () => {
  const handler: Handler = async (request) => new Response(new URL(request.url).pathname);
  const { origin } = await startListener(handler, {}, (listener) => (incoming, outgoing) => {
    // As express does for `app.use("/mounted", listener)`.
    Object.assign(incoming, { originalUrl: incoming.url, url: incoming.url?.replace("/mounted", "") });
    listener(incoming, outgoing);
  });
  expect(await (await fetch(`${origin}/mounted/v1/agents`)).text()).toBe("/mounted/v1/agents");
});

test("the signal is aborted when the browser ends the connection, and only then", async () => {
  const reached = deferred<void>();
  const aborted = deferred<void>();
  const signals: AbortSignal[] = [];
  const { origin, port } = await startListener(async ({ url, signal }) => {
    signals.push(signal);
    if (new URL(url).pathname !== "/slow") return new Response("done");
    signal.addEventListener("abort", () => aborted.resolve());
    reached.resolve();
    await aborted.promise;
    return new Response();
  });
  await (await fetch(`${origin}/quick`)).text();
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /slow HTTP/1.1\r\nhost: a\r\n\r\n");
  await reached.promise;
  socket.destroy();
  await aborted.promise;
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

test("a body is read only as far as the handler asks for it", async () => {
  const { origin } = await startListener(async (request) => {
    const reader = request.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    return new Response("enough", { status: 413 });
  });
  const port = Number(new URL(origin).port);
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000000\r\n\r\n${"x".repeat(1000)}`);
  const received = await new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(String(bytes))));
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
  await new Promise((resolve) => socket.once("close", resolve).resume());
});

test.each([
  ["rejects", () => Promise.reject(new Error("the database is away"))],
  [
    "throws",
    () => {
      throw new Error("the database is away");
    },
  ],
])("a handler that %s is a 500 without a word, and the server's stderr has the error", async (_how, handler) => {
  const printed = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => printed.mockRestore());
  const { origin } = await startListener(handler);
  const response = await fetch(origin);
  expect([response.status, await response.text()]).toEqual([500, ""]);
  expect(printed.mock.calls).toEqual([[expect.objectContaining({ message: "the database is away" })]]);
});

test("what a handler throws because the browser went away is not printed", async () => {
  const printed = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => printed.mockRestore());
  const [started, ended] = [deferred<void>(), deferred<void>()];
  const { origin } = await startListener(async ({ signal }) => {
    started.resolve();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    setTimeout(ended.resolve, 20);
    throw signal.reason;
  });
  const stop = new AbortController();
  const response = fetch(origin, { signal: stop.signal });
  await started.promise;
  stop.abort();
  await expect(response).rejects.toThrow();
  await ended.promise;
  expect(printed).not.toHaveBeenCalled();
});
