import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { BadRequestError, ResponseFormatError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { serveInTest } from "../support/local-server.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { endless } from "../support/scripted-responses.ts";
import { type ScriptedService, startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";

const mebibyte = 1024 * 1024;

/** Then no more of an endless response is read. */
async function expectClosed(service: ScriptedService): Promise<void> {
  await expect.poll(() => service.openConnections()).toBe(0);
}

test("the limit counts what a compressed response becomes", async () => {
  // Compressed texts in a row are one.
  const spaces = gzipSync(" ".repeat(mebibyte));
  const longest = Buffer.concat([gzipSync('{"data":[]}'.padEnd(mebibyte)), ...Array(63).fill(spaces)]);
  const bodies = [longest, Buffer.concat([longest, gzipSync(" ")])];
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const service = createServer((_, response) => response.writeHead(200, headers).end(bodies.shift()));
  const { agents } = clientOf({ baseUrl: `${await serveInTest(service)}/v1` });
  expect(await agents.list()).toEqual([]);
  await rejectionOf(agents.list(), ResponseFormatError);
});

test("a response that announces more than the limit is not read at all", async () => {
  const service = await startScriptedService(endless(200, { "content-length": String(8 * 1024 * mebibyte) }));
  await rejectionOf(clientOf(service).agents.list(), ResponseFormatError);
  await expectClosed(service);
});

test("an endless response is read up to the limit", async () => {
  const service = await startScriptedService(endless(200));
  await rejectionOf(clientOf(service).agents.list(), ResponseFormatError);
  await expectClosed(service);
});

test("an error body that never ends is read up to a limit", async () => {
  const service = await startScriptedService(endless(400));
  const error = await rejectionOf(clientOf(service).agents.list(), BadRequestError);
  expect(String(error.body).length).toBeLessThanOrEqual(2 ** 20);
  await expectClosed(service);
});

test("a response that was made in this process has the limit too", async () => {
  const { fetch } = oneOffFetch(new Response(new Uint8Array(64 * mebibyte + 1)));
  await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
});
