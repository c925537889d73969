import { once } from "node:events";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { runInNewContext } from "node:vm";
import { ConfigurationError } from "@call-analysis/sdk";
import { expect } from "vitest";
import type { RecordingStream } from "../../src/upload/stream.ts";
import { failureOf } from "../support/failure-of.ts";
import { test } from "./recording-service.js";
import { temporaryFile, wavBytes } from "./recordings.js";

test("bytes of another realm are a recording", async ({ service }) => {
  const bytes = runInNewContext("Uint8Array.from([82, 73, 70, 70])");
  expect(bytes instanceof Uint8Array).toBe(false);
  await service.client().calls.upload(bytes, { contentType: "audio/wav" });
  await service.client().calls.upload(bytes.buffer, { contentType: "audio/wav" });
  expect(service.puts.map(({ body }) => body.toString())).toEqual(["RIFF", "RIFF"]);
});

test("a Blob of another realm, and a stream of such bytes, are recordings", async ({ service }) => {
  const bytes: Uint8Array<ArrayBuffer> = runInNewContext("Uint8Array.from([82, 73, 70, 70])");
  const slice = (from: number, to: number) => ({ arrayBuffer: async () => bytes.slice(from, to).buffer });
  const blob = { size: 4, type: "audio/wav", slice, [Symbol.toStringTag]: "Blob" };
  await service.client().calls.upload(blob as never);
  await service.client({ fetch: (input, init) => fetch(input, init) }).calls.upload(blob as never);
  const start = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(bytes);
    controller.close();
  };
  const open = () => new ReadableStream({ start });
  await service.client().calls.upload({ open, sizeBytes: 4 }, { contentType: "audio/wav" });
  expect(service.puts.map(({ body }) => body.toString())).toEqual(["RIFF", "RIFF", "RIFF"]);
});

/** As in Happy DOM, which has a `stream()` too. */
class UnnamedBlob extends Blob {
  get [Symbol.toStringTag](): string {
    return "Object";
  }
}

test("a Blob that does not say its class is a recording, and no stream", async ({ service }) => {
  await service.client().calls.upload(new UnnamedBlob(["RIFF"], { type: "audio/wav" }));
  expect(service.puts.map(({ body }) => body.toString())).toEqual(["RIFF"]);
});

/** Open already: a stream that opens its file after the test has removed it fails outside of any test. */
async function openPart(): Promise<Readable> {
  const part = createReadStream(temporaryFile("call.wav"), { start: 0, end: 3 });
  await once(part, "open");
  return part;
}

test.for([
  ["a Readable", async () => Readable.from([wavBytes()])],
  ["a part of a file", openPart],
] as const)("%s of node:stream is refused, with what to pass instead", async ([, source], { service }) => {
  const stream = await source();
  const upload = service.client().calls.upload(stream as never);
  const error = await failureOf(upload);
  stream.destroy();
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toMatch(
    /spool\(.*@call-analysis\/sdk\/node.*\{ path \}.*\{ open, sizeBytes \}.*Readable\.toWeb/,
  );
  expect(service.grants).toHaveLength(0);
});

test("a web stream of another realm is a recording", async ({ service }) => {
  const foreign = proxied(new Blob([wavBytes()]).stream());
  expect(foreign instanceof ReadableStream).toBe(false);
  await service.client().calls.upload({ stream: foreign, sizeBytes: 64 }, { filename: "call.wav" });
  expect(service.puts[0]?.body.equals(wavBytes())).toBe(true);
});

/** The same stream, as an object of another realm's class. */
function proxied(stream: ReadableStream<Uint8Array>): RecordingStream {
  return { locked: false, cancel: () => stream.cancel(), getReader: () => stream.getReader() };
}

test("the message of an aborted upload asks nobody to look first", async ({ service }) => {
  const controller = new AbortController();
  service.answer("puts", () => controller.abort());
  const upload = service.client().calls.upload(wavBytes(), { signal: controller.signal });
  const error = await failureOf(upload);
  expect(error).toMatchObject({ name: "AbortError", stage: "upload" });
  expect(String(error)).not.toContain("check");
});
