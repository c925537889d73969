import type { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { createServer } from "../../src/adapters/http/listen.js";
import { sendClientError } from "../../src/adapters/http/listener.js";
import { selfSigned } from "../support/certificate.js";

test.each([
  ["http", async () => undefined],
  ["https", selfSigned],
])("a server that speaks %s waits for a body without end, and for headers a minute", async (_, certificate) => {
  const { requestTimeout, headersTimeout, keepAliveTimeout } = createServer(await certificate());
  expect({ requestTimeout, headersTimeout, keepAliveTimeout }).toEqual({
    requestTimeout: 0,
    headersTimeout: 60_000,
    keepAliveTimeout: 120_000,
  });
});

test("a request whose headers do not come in time is answered 408, with JSON", () => {
  const sent: string[] = [];
  // What `sendClientError` uses of a socket.
  const socket = { writable: true, end: (text: string) => sent.push(text) } as unknown as Duplex;
  sendClientError(Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  expect(sent).toEqual([expect.stringMatching(/^HTTP\/1\.1 408 Request Timeout\r\n.*"code":"request_timeout"/s)]);
});
