/** Streams of unknown size, through temporary files. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { createServer, request } from "node:http";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import {
  AbortError,
  type AnalyzeFileInput,
  type CallAnalysis,
  ConfigurationError,
  RateLimitError,
} from "@call-analysis/sdk";
import { spool } from "@call-analysis/sdk/node";
import { expect, onTestFinished, vi } from "vitest";
import { deferred } from "../support/deferred.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { serveInTest } from "../support/local-server.ts";
import { cut, refuse, test } from "./recording-service.js";
import { streamOf, temporaryFolder, wavBytes } from "./recordings.js";

const bytes = wavBytes(300_000);
const named = { filename: "call.wav" };

/** The folder for temporary files, while a test runs. */
function ownTemporaryFolder(): string {
  const folder = temporaryFolder();
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

async function* pieces(failure?: Error): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.byteLength; offset += 100_000) yield bytes.subarray(offset, offset + 100_000);
  if (failure) throw failure;
}

test.for<[string, () => Parameters<typeof spool>[0]]>([
  ["a Readable of node:stream", () => Readable.from(pieces())],
  ["a web ReadableStream", () => streamOf(bytes, 70_000)],
  ["an async generator", () => pieces()],
])("%s is uploaded whole, with its name and type, and its file is removed", async ([, makeStream], { service }) => {
  const folder = ownTemporaryFolder();
  const file = await spool(makeStream(), { filename: "call.opus", contentType: "audio/ogg" });
  expect(file.sizeBytes).toBe(bytes.byteLength);
  const stored = await service.client().calls.upload(file);
  expect(stored).toMatchObject({ filename: "call.opus", contentType: "audio/ogg", sizeBytes: bytes.byteLength });
  expect(service.puts[0]?.body.equals(bytes)).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

test("what an upload says of the name and the type goes before what spool() was told", async ({ service }) => {
  const file = await spool(pieces(), { filename: "call.opus", contentType: "audio/ogg" });
  const stored = await service.client().calls.upload(file, { ...named, contentType: "audio/wav" });
  expect(stored).toMatchObject({ ...named, contentType: "audio/wav" });
});

test.for<[string, object]>([
  ["a file that a parser of forms has cut at its limit", { truncated: true }],
  ["a request that has ended too early", { complete: false }],
])("%s is refused, and leaves nothing on the disk", async ([, fields]) => {
  const folder = ownTemporaryFolder();
  const error = await rejectionOf(spool(Object.assign(Readable.from(pieces()), fields), named), ConfigurationError);
  expect(error.message).toMatch(/^spool: the stream ended before the recording did/);
  expect(readdirSync(folder)).toEqual([]);
});

test("a stream of node:stream is destroyed when its signal was aborted before", async () => {
  const stream = Readable.from(pieces());
  await rejectionOf(spool(stream, { ...named, signal: AbortSignal.abort() }), AbortError);
  expect(stream.destroyed).toBe(true);
});

test("a request that breaks off in the middle leaves nothing on the disk", async () => {
  const folder = ownTemporaryFolder();
  const failure = deferred<unknown>();
  const server = createServer((incoming) => void spool(incoming, named).catch(failure.resolve));
  const outgoing = request(await serveInTest(server), { method: "POST", headers: { "content-length": 2_000_000 } });
  outgoing.on("error", () => {});
  outgoing.write(bytes, () => outgoing.destroy());
  expect(await failure.promise).toMatchObject({ name: "ConfigurationError", cause: { code: "ECONNRESET" } });
  expect(readdirSync(folder)).toEqual([]);
});

test("a further attempt reads the file again, and it is removed after the last", async ({ service }) => {
  service.answer("puts", cut, refuse(503));
  const file = await spool(pieces());
  // Without a name it is called so, and its first bytes show the type.
  const stored = { filename: "recording", contentType: "audio/wav" };
  expect(await service.client().calls.upload(file)).toMatchObject(stored);
  expect(service.puts).toHaveLength(3);
  expect(service.puts[2]?.body.equals(bytes)).toBe(true);
  expect(existsSync(dirname(file.path))).toBe(false);
});

test.for([
  ["refused by the store", { puts: refuse(400) }, {}],
  ["refused a grant", { grants: refuse(403) }, {}],
  ["called off", {}, { signal: AbortSignal.abort() }],
  ["asked for with a bad option", {}, { timeoutMs: -1 }],
] as const)("the file of an upload that is %s is removed", async ([, answers, options], { service }) => {
  for (const [which, answer] of Object.entries(answers)) service.answer(which as "puts" | "grants", answer);
  const file = await spool(pieces(), named);
  await expect(service.client().calls.upload(file, options)).rejects.toThrow();
  expect(existsSync(dirname(file.path))).toBe(false);
});

test("a spooled recording that is used again after a failure says that it was removed, and what to do", async ({
  service,
}) => {
  service.answer("grants", refuse(429));
  const file = await spool(pieces(), named);
  const upload = () => service.client({ retry: false }).calls.upload(file);
  await rejectionOf(upload(), RateLimitError);
  const { message } = await rejectionOf(upload(), ConfigurationError);
  expect(message).toContain(`${file.path} was spooled, and removed after its first use`);
  expect(message).toContain("Spool again, or keep the file yourself and pass { path }.");
});

test.for<[string, (calls: CallAnalysis["calls"], input: AnalyzeFileInput) => Promise<unknown>]>([
  ["submitFile", (calls, input) => calls.submitFile(input)],
  ["analyzeFile", (calls, input) => calls.analyzeFile(input)],
  ["analyzeFiles", (calls, input) => calls.analyzeFiles([input]).next()],
])("%s removes the file as soon as it is uploaded, before the call is created", async ([, run], { service }) => {
  const file = await spool(pieces(), named);
  const found: boolean[] = [];
  service.answer("creates", (exchange) => {
    found.push(existsSync(file.path));
    return service.answerByDefault("creates", exchange);
  });
  await run(service.client({ poll: { initialDelayMs: 0 } }).calls, { file, memberId: "m", categoryId: "c" });
  expect(found).toEqual([false]);
});

test("while there is a file, and no longer, one listener waits for the end of the process", async () => {
  const listening = process.listenerCount("exit");
  for (let turn = 0; turn < 3; turn += 1) {
    const files = [await spool(pieces(), named), await spool(pieces(), named)];
    expect(process.listenerCount("exit")).toBe(listening + 1);
    for (const { close } of files) await close();
    expect(process.listenerCount("exit")).toBe(listening);
  }
});

test("the file that was never uploaded is removed by close(), and at the end of `await using`", async () => {
  const folder = ownTemporaryFolder();
  const closed = await spool(pieces(), named);
  await closed.close();
  await closed.close();
  const disposed = await spool(pieces(), named);
  expect(readdirSync(folder)).toHaveLength(1);
  await disposed[Symbol.asyncDispose]();
  expect(readdirSync(folder)).toEqual([]);
});

test("only this user can read the file, in a folder whose name says where it is from", async () => {
  const folder = ownTemporaryFolder();
  const { path, close } = await spool(pieces(), named);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)[0]).toMatch(new RegExp(`^call-analysis-spool-${process.pid}-`));
  await close();
});

test.for<[string, () => unknown, string]>([
  ["a stream that fails", () => pieces(new Error("no such tape")), "the stream failed"],
  ["an empty stream", () => Readable.from([]), "is empty"],
  ["a stream of text", () => Readable.from(["RIFF"]), "yielded a string"],
  ["a stream that others read", () => locked(), "that nothing reads"],
  ["a path", () => "call.wav", "pass a stream"],
  ["undefined", () => undefined, "pass a stream"],
])("%s is refused, and nothing stays on the disk", async ([, makeStream, words]) => {
  const folder = ownTemporaryFolder();
  const error = await rejectionOf(spool(makeStream() as Parameters<typeof spool>[0], named), ConfigurationError);
  expect(error.message).toContain(words);
  expect(readdirSync(folder)).toEqual([]);
});

test("a request of more than maxSizeBytes can still be answered, and nothing stays on the disk", async () => {
  const folder = ownTemporaryFolder();
  const server = createServer(async (incoming, response) => {
    const error = await rejectionOf(spool(incoming, { maxSizeBytes: 1_000 }), ConfigurationError);
    incoming.resume();
    response.writeHead(413).end(error.message);
  });
  const response = await fetch(await serveInTest(server), { method: "POST", body: wavBytes(5_000_000) });
  expect([response.status, await response.text()]).toEqual([413, "spool: the stream has more than 1000 bytes."]);
  expect(readdirSync(folder)).toEqual([]);
  await expect(spool(pieces(), { maxSizeBytes: 0 })).rejects.toThrow("maxSizeBytes");
});

test("your own Readable is left where the reading stopped, and its rest can be read", async () => {
  const readable = Readable.from(pieces());
  await rejectionOf(spool(readable, { maxSizeBytes: 99_999 }), ConfigurationError);
  expect(readable.destroyed).toBe(false);
  expect((await readable.toArray()).length).toBe(2);
});

test("a web stream and a generator of more than maxSizeBytes are ended", async () => {
  const ended: string[] = [];
  const web = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytes),
    cancel: () => void ended.push("web stream"),
  });
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield bytes;
    } finally {
      ended.push("generator");
    }
  }
  for (const stream of [web, endless()]) await rejectionOf(spool(stream, { maxSizeBytes: 1_000 }), ConfigurationError);
  await expect.poll(() => ended).toEqual(["web stream", "generator"]);
});

test("a place where nothing can be written is a ConfigurationError, and leaves the stream", async () => {
  vi.stubEnv("TMPDIR", `${ownTemporaryFolder()}/nowhere`);
  const readable = Readable.from(pieces());
  const error = await rejectionOf(spool(readable, named), ConfigurationError);
  expect(error).toMatchObject({ cause: { code: "ENOENT" } });
  expect(readable.destroyed).toBe(false);
});

test.for<[string, () => Parameters<typeof spool>[0]]>([
  ["a Readable that hangs", () => new Readable({ read: () => {} })],
  ["a web stream that hangs", () => new ReadableStream<Uint8Array>()],
  ["a generator that hangs", () => hanging()],
])("an abort ends %s, and nothing stays on the disk", async ([, makeStream]) => {
  const folder = ownTemporaryFolder();
  const controller = new AbortController();
  const spooling = spool(makeStream(), { signal: controller.signal });
  setTimeout(() => controller.abort("the user left"), 20);
  expect(await rejectionOf(spooling, AbortError)).toMatchObject({ cause: "the user left", requestSent: false });
  expect(readdirSync(folder)).toEqual([]);
});

test("a stream that fails before the file is open does not end the process, and is a ConfigurationError", async () => {
  const folder = ownTemporaryFolder();
  const stream = new Readable({ read() {} });
  stream.push(bytes);
  const spooled = rejectionOf(spool(stream, named), ConfigurationError);
  stream.destroy(new Error("Unexpected end of form"));
  expect(await spooled).toMatchObject({ cause: { message: "Unexpected end of form" } });
  expect(readdirSync(folder)).toEqual([]);
});

async function* hanging(): AsyncGenerator<Uint8Array> {
  yield bytes;
  await new Promise(() => {});
}

function locked(): ReadableStream<Uint8Array> {
  const stream = streamOf(bytes);
  stream.getReader();
  return stream;
}
