import { expect, test } from "vitest";
import { createServer } from "../../src/adapters/http/listen.js";
import { selfSigned } from "../support/certificate.js";

test.each([
  ["http", async () => undefined],
  ["https", selfSigned],
])("a server that speaks %s waits for a body without end, and for headers a minute", async (_, certificate) => {
  const { requestTimeout, headersTimeout, keepAliveTimeout } = createServer(await certificate());
  expect([requestTimeout, headersTimeout, keepAliveTimeout]).toEqual([0, 60_000, 120_000]);
});
