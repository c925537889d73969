import { chmodSync, openAsBlob } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";
import { CallAnalysisError, type RecordingSource } from "@call-analysis/sdk";
import { expect } from "vitest";
import type { RecordingStream } from "../../src/upload/stream-source.ts";
import { failureOf } from "../support/failure-of.ts";
import { test } from "../support/recording-service.ts";
import { streamOf, temporaryFile, temporaryFolder, wavBytes } from "../support/recordings.ts";

function transferred(): ArrayBuffer {
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
}

const bytes = wavBytes(300_000);
const sizeBytes = bytes.byteLength;
/** As JavaScript's callers may do. */
const asSource = (value: unknown) => value as RecordingSource;

const foreignBytes: Uint8Array<ArrayBuffer> = runInNewContext("(bytes) => Uint8Array.from(bytes)")(bytes);
const foreignBlob = {
  size: sizeBytes,
  type: "",
  slice: (from: number, to: number) => ({ arrayBuffer: async () => foreignBytes.slice(from, to).buffer }),
  [Symbol.toStringTag]: "Blob",
};

/** It has a `stream()` too, and is no stream. */
class UnnamedBlob extends Blob {
  get [Symbol.toStringTag](): string {
    return "Object";
  }
}

/** A stream, as an object of another realm's class. */
function foreignStream(): RecordingStream {
  const stream = streamOf(bytes);
  return { locked: false, cancel: () => stream.cancel(), getReader: () => stream.getReader() };
}

const kinds: [string, () => RecordingSource | Promise<RecordingSource>, string][] = [
  ["a Blob", () => new Blob([bytes]), "recording"],
  ["a File", () => new File([bytes], "call.wav"), "call.wav"],
  ["a Blob on disk", () => openAsBlob(temporaryFile("call.wav", bytes)), "recording"],
  ["an ArrayBuffer", () => bytes.buffer, "recording"],
  ["a Uint8Array", () => bytes, "recording"],
  ["a Buffer", () => Buffer.from(bytes), "recording"],
  ["a part of a larger Uint8Array", () => Uint8Array.from([1, 2, ...bytes, 3]).subarray(2, -1), "recording"],
  ["a file: URL", () => pathToFileURL(temporaryFile("call ä.wav", bytes)), "call ä.wav"],
  ["a { path }", () => ({ path: temporaryFile("call.wav", bytes) }), "call.wav"],
  ["a { stream } of one chunk", () => ({ stream: streamOf(bytes), sizeBytes }), "recording"],
  ["a { stream } of small chunks", () => ({ stream: streamOf(bytes, 1_000), sizeBytes }), "recording"],
  [
    "a { stream } of node:stream",
    () => ({ stream: ofNode(Readable.from([Buffer.from(bytes)])), sizeBytes }),
    "recording",
  ],
  ["an { open }", () => ({ open: () => streamOf(bytes, 70_000), sizeBytes }), "recording"],
  ["an { open } that gives a promise", () => ({ open: async () => streamOf(bytes), sizeBytes }), "recording"],
  ["a Uint8Array of another realm", () => foreignBytes, "recording"],
  ["an ArrayBuffer of another realm", () => foreignBytes.buffer, "recording"],
  [
    "an { open } that gives bytes of another realm",
    () => ({ open: () => streamOf(foreignBytes), sizeBytes }),
    "recording",
  ],
  ["a Blob of another realm", () => asSource(foreignBlob), "recording"],
  ["a Blob that does not say its class, as in Happy DOM", () => new UnnamedBlob([bytes]), "recording"],
  ["a { stream } of another realm", () => ({ stream: foreignStream(), sizeBytes }), "recording"],
];

test.for(kinds)("%s arrives byte for byte", async ([, makeSource, filename], { service }) => {
  const source = await makeSource();
  const recording = await service.client().calls.upload(source, { contentType: "audio/wav" });
  const { url } = service;
  expect(recording).toEqual({
    key: "recording-1",
    publicUrl: `${url}/public/recording-1`,
    filename,
    contentType: "audio/wav",
    sizeBytes,
  });
  expect(service.puts[0]?.body.equals(bytes)).toBe(true);
});

const refused: [string, () => unknown, string][] = [
  ["a bare string", () => "call.wav", "got a string. For a hosted recording, use analyzeUrl."],
  ["undefined", () => undefined, "file: expected"],
  ["null", () => null, "file: expected"],
  ["a number", () => 7, "file: expected"],
  ["an object of another shape", () => ({ file: "call.wav" }), "file: expected"],
  ["an https: URL", () => new URL("https://host/call.wav"), "analyzeUrl"],
  ["a file that is not there", () => ({ path: "/nowhere/call.wav" }), "cannot be read"],
  ["a file: URL that leads nowhere", () => new URL("file:///nowhere/call.wav"), "cannot be read"],
  ["a path with a NUL", () => ({ path: "call\0.wav" }), "cannot be read"],
  ["an empty path", () => ({ path: "" }), "file.path"],
  ["a path that is no string", () => ({ path: 7 }), "file.path"],
  ["a directory", () => ({ path: temporaryFolder() }), "is not a file"],
  ["an empty file", () => ({ path: temporaryFile("call.wav", new Uint8Array()) }), "/call.wav is empty"],
  ["an empty Blob", () => new Blob([]), "is empty"],
  ["an empty ArrayBuffer", () => new ArrayBuffer(0), "is empty"],
  ["an ArrayBuffer that was transferred", transferred, "is empty"],
  ["an empty Uint8Array", () => new Uint8Array(), "is empty"],
  ["a stream of 0 bytes", () => ({ stream: streamOf(new Uint8Array()), sizeBytes: 0 }), "is empty"],
  ["a stream without a size", () => ({ stream: streamOf(bytes) }), "file.sizeBytes"],
  ["a stream with a size that is no number", () => ({ stream: streamOf(bytes), sizeBytes: "3" }), "file.sizeBytes"],
  ["a stream with a negative size", () => ({ stream: streamOf(bytes), sizeBytes: -1 }), "file.sizeBytes"],
  ["a stream with half a byte", () => ({ stream: streamOf(bytes), sizeBytes: 1.5 }), "file.sizeBytes"],
  ["an { open } without a size", () => ({ open: () => streamOf(bytes) }), "file.sizeBytes"],
  ["an { open } that is no function", () => ({ open: streamOf(bytes), sizeBytes }), "file.open"],
  ["a { stream } of node:stream", () => ({ stream: Readable.from([bytes]), sizeBytes }), "Readable.toWeb"],
  ["a Readable of node:stream", () => Readable.from([bytes]), "spool("],
  ["a stream that is being read", () => ({ stream: locked(), sizeBytes }), "locked"],
  ["a file: URL whose escapes make no path", () => new URL("file:///tmp/50%zz.wav"), ""],
];

test.for(refused)("%s is refused before anything is sent", async ([, makeSource, words], { service }) => {
  const source = await makeSource();
  const upload = service.client().calls.upload(asSource(source), { filename: "call.wav" });
  const error = await failureOf(upload);
  if (source instanceof Readable) source.destroy();
  expect(error).toBeInstanceOf(CallAnalysisError);
  expect(String(error)).toContain(words);
  expect(service.grants).toHaveLength(0);
});

test.for<[string, number, string]>([
  ["shorter", 1, `got ${sizeBytes + 1}, read ${sizeBytes}`],
  ["longer", -1, `got ${sizeBytes - 1}, read ${sizeBytes}`],
])("a stream that is %s than its sizeBytes is never stored", async ([, difference, words], { service }) => {
  const source = { open: () => streamOf(bytes, 1_000), sizeBytes: sizeBytes + difference };
  await expect(service.client().calls.upload(source, { filename: "a.wav" })).rejects.toThrow(words);
  expect(service.puts.filter(({ complete }) => complete)).toHaveLength(0);
});

test("a stream that gives no bytes is a CallAnalysisError that says so", async ({ service }) => {
  const text = new ReadableStream<string>({ start: (controller) => controller.enqueue("RIFF") });
  // As JavaScript's callers may do.
  const stream = text as unknown as ReadableStream<Uint8Array>;
  const upload = service.client().calls.upload({ stream, sizeBytes: 4 }, { contentType: "audio/wav" });
  const error = await failureOf(upload);
  expect(error).toBeInstanceOf(CallAnalysisError);
  expect(String(error)).toContain("Uint8Array");
});

const nobody = 65534;
const owner = process.geteuid?.() ?? nobody;

// A thread cannot change its user.
test.skipIf(!isMainThread)(
  "a file that may not be read is refused before a grant is asked for",
  async ({ service, onTestFinished }) => {
    const path = temporaryFile("call.wav");
    chmodSync(dirname(path), 0o755);
    chmodSync(path, 0o000);
    onTestFinished(() => void process.seteuid?.(owner));
    // The superuser may read everything.
    if (owner === 0) process.seteuid?.(nobody);
    await expect(service.client().calls.upload({ path }, { contentType: "audio/wav" })).rejects.toBeInstanceOf(
      CallAnalysisError,
    );
    expect(service.grants).toHaveLength(0);
  },
);

/** Open already: a stream that opens its file after the test has removed it fails outside of any test. */
/** The types of node:stream/web and of the platform differ, the streams do not. */
function ofNode(readable: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(readable) as ReadableStream<Uint8Array>;
}

function locked(): ReadableStream<Uint8Array> {
  const stream = streamOf(bytes);
  stream.getReader();
  return stream;
}
