/**
 * Failures of the connection that prove that no byte of a request left: a creation among them is not uncertain. More of them,
 * on each runtime and behind a proxy, are in `scripts/test/runtimes.built.test.ts`.
 */
import { createServer, type Socket } from "node:net";
import { ConnectionError, TimeoutError } from "@call-analysis/sdk";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { deferred } from "../support/deferred.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { listenLocally } from "../support/local-server.ts";
import { callInput } from "../support/samples.ts";
import { clientOf } from "../support/test-client.ts";

/** What a TLS connection begins with: a handshake, in which nothing of a request can be. */
const clientHello = "\u0016\u0003";

interface Port {
  port: number;
  /** How many connections were made. */
  connections: () => number;
  /** The first bytes that came over each of them. */
  openings: string[];
}

/** A port that does this with each connection. */
async function listen(onConnection: (socket: Socket) => void): Promise<Port> {
  const openings: string[] = [];
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.on("error", () => undefined);
    socket.once("data", (bytes) => openings.push(bytes.toString("latin1")));
    onConnection(socket);
  });
  const origin = await listenLocally(server);
  onTestFinished(() => void server.close());
  return { port: Number(new URL(origin).port), connections: () => count, openings };
}

const breakers: [what: string, act: (socket: Socket) => unknown, reason: string][] = [
  [
    "a plain HTTP service behind an https address",
    (socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
    "ERR_SSL_WRONG_VERSION_NUMBER",
  ],
  ["a TLS handshake that is cut", (socket) => socket.once("data", () => socket.end()), "ECONNRESET"],
];

test("a creation whose TLS handshake fails is certain not to have been sent, and is tried again", async () => {
  await checkRows(breakers, async (act, reason) => {
    const { port, connections, openings } = await listen(act);
    const creation = clientOf({ baseUrl: `https://127.0.0.1:${port}/v1` }).calls.create(callInput);
    const error = await rejectionOf(creation, ConnectionError);
    expect(error).toMatchObject({ requestSent: false, attempts: 3 });
    expect(error.message).toMatch(new RegExp(`the connection failed .*${reason}`, "s"));
    expect(connections()).toBe(3);
    expect(openings.filter((opening) => !opening.startsWith(clientHello))).toEqual([]);
  });
});

test("a creation whose time is up while it connects is certain not to have been sent, and is tried again", async () => {
  const { port, openings } = await listen(() => undefined);
  const service = { baseUrl: `https://127.0.0.1:${port}/v1` };
  const error = await rejectionOf(clientOf(service, { timeoutMs: 500 }).calls.create(callInput), TimeoutError);
  expect(error).toMatchObject({ requestSent: false, attempts: 3 });
  await expect.poll(() => openings.map((opening) => opening.slice(0, 2))).toEqual(Array(3).fill(clientHello));
});

describe("with a fetch that replaces the global one", () => {
  const sdk = () => clientOf({ baseUrl: "https://service.test/v1" }, { timeoutMs: 500, retry: false });

  test("a creation whose body was taken counts as sent, even when what was tried after it found no connection", async () => {
    vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
      await new Response(init.body).text();
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) });
    });
    const agent = { name: "Asha", email: "asha@example.com" };
    expect(await rejectionOf(sdk().agents.create(agent), ConnectionError)).toMatchObject({ requestSent: true });
  });

  test("an attempt that has ended gives its body to nobody, so that what was not sent stays unsent", async () => {
    const over = deferred<void>();
    const late = new Promise<string>((resolve, reject) => {
      vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
        await over.promise;
        await new Response(init.body).text().then(resolve, reject);
      });
    });
    await rejectionOf(sdk().calls.create(callInput), TimeoutError);
    over.resolve();
    await rejectionOf(late, TimeoutError);
  });
});
