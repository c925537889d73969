import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { ResponseFormatError, SubmissionUncertainError, UploadError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { serveInTest } from "../support/local-server.ts";
import { callInput } from "../support/samples.ts";
import { clientOf } from "../support/test-client.ts";

const mebibyte = 1024 * 1024;

/** A service whose every response begins with these headers, and whose body never ends by itself. */
async function startEndlessService(status: number, headers: Record<string, string>, chunk: Buffer) {
  let sentBytes = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json", ...headers });
    const send = () => {
      while (!response.destroyed) {
        sentBytes += chunk.byteLength;
        if (!response.write(chunk)) return void response.once("drain", send);
      }
    };
    send();
  });
  const origin = await serveInTest(server);
  return { origin, baseUrl: `${origin}/v1`, sent: () => sentBytes };
}

test("an endless response ends as a ResponseFormatError, a little above the limit", async () => {
  const service = await startEndlessService(200, {}, Buffer.alloc(64 * 1024, " "));
  const error = await rejectionOf(clientOf(service, { maxResponseBytes: mebibyte }).agents.list(), ResponseFormatError);
  expect(error.message).toContain("maxResponseBytes = 1048576");
  expect(service.sent()).toBeLessThan(32 * mebibyte);
});

test("the limit counts what a compressed response becomes", async () => {
  const list = JSON.stringify({ data: [] }).padEnd(2 * mebibyte, " ");
  const compressed = gzipSync(list);
  expect(compressed.byteLength).toBeLessThan(mebibyte);
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const service = createServer((_, response) => response.writeHead(200, headers).end(compressed));
  const baseUrl = `${await serveInTest(service)}/v1`;
  await rejectionOf(clientOf({ baseUrl }, { maxResponseBytes: mebibyte }).agents.list(), ResponseFormatError);
  expect(await clientOf({ baseUrl }, { maxResponseBytes: 3 * mebibyte }).agents.list()).toEqual([]);
});

test("a response that announces more than the limit is not read at all", async () => {
  const headers = { "content-length": String(8 * 1024 * mebibyte) };
  const service = await startEndlessService(200, headers, Buffer.alloc(64 * 1024, " "));
  await rejectionOf(clientOf(service).agents.list(), ResponseFormatError);
});

test("a creation with an endless response is uncertain", async () => {
  const service = await startEndlessService(202, {}, Buffer.alloc(64 * 1024, " "));
  const creation = clientOf(service, { maxResponseBytes: mebibyte }).calls.create(callInput);
  expect((await rejectionOf(creation, SubmissionUncertainError)).cause).toBeInstanceOf(ResponseFormatError);
});

test("an endless response of the store costs no memory, and is what its status says", async () => {
  const service = await startEndlessService(403, {}, Buffer.alloc(64 * 1024, "x"));
  const grant = { key: "k", presignedUrl: `${service.origin}/store/a?s=1`, publicUrl: `${service.origin}/a` };
  const fetch = (url: string | URL | Request, init?: RequestInit) =>
    String(url).includes("presigned") ? Promise.resolve(Response.json({ data: grant })) : globalThis.fetch(url, init);
  const upload = clientOf(service, { fetch, retry: false }).calls.upload(new Uint8Array(64), {
    contentType: "audio/wav",
  });
  expect(await rejectionOf(upload, UploadError)).toMatchObject({ status: 403 });
  expect(service.sent()).toBeLessThan(64 * mebibyte);
});
