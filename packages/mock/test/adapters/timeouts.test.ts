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

test.each([
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout", "request_timeout"],
  ["HPE_HEADER_OVERFLOW", "431 Headers Too Large", "headers_too_large"],
  ["HPE_INVALID_METHOD", "400 Bad Request", "bad_request"],
])("a request that ends with %s is answered %s", (code, status, inBody) => {
  const sent: string[] = [];
  // What `sendClientError` uses of a socket.
  const socket = { writable: true, end: (text: string) => sent.push(text) } as unknown as Duplex;
  sendClientError(Object.assign(new Error(code), { code }), socket);
  expect(sent).toEqual([expect.stringMatching(new RegExp(`^HTTP/1\\.1 ${status}\r\n`))]);
  expect(sent[0]).toContain(`"code":"${inBody}"`);
});
