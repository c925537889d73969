/** Streams of unknown size, through temporary files. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { AbortError, ConfigurationError, RecordingError } from "@call-analysis/sdk";
import { fromPath, spool } from "@call-analysis/sdk/node";
import { build } from "esbuild";
import { expect, onTestFinished, test, vi } from "vitest";
import { failureOf, startFake } from "../public/support/fake.ts";
import { temporaryFolder } from "../support/recordings.ts";

const bytes = new Uint8Array(300_000).map((_, index) => index * 31 + (index >> 8));

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

test("a path is resolved now, and a file: URL is its path", () => {
  expect(fromPath("call.wav")).toEqual({ path: resolve("call.wav") });
  expect(fromPath(pathToFileURL("/recordings/a call.wav"))).toEqual({ path: "/recordings/a call.wav" });
  for (const path of ["", undefined, new URL("https://files.test/call.wav")])
    expect(() => fromPath(path as never)).toThrow(ConfigurationError);
});

test.for<[string, () => Parameters<typeof spool>[0]]>([
  ["a Readable of node:stream", () => Readable.from(pieces())],
  ["a web ReadableStream", () => new Blob([bytes]).stream()],
  ["an async generator", () => pieces()],
])("%s is uploaded whole, with its name and type, and its file is removed", async ([, makeStream]) => {
  const folder = ownTemporaryFolder();
  const { sdk } = startFake();
  const file = await spool(makeStream(), { filename: "call.opus", contentType: "audio/ogg" });
  expect(file.sizeBytes).toBe(bytes.byteLength);
  expect(new Uint8Array(readFileSync(file.path))).toEqual(bytes);
  const stored = await sdk.calls.upload(file);
  expect(stored).toMatchObject({ filename: "call.opus", contentType: "audio/ogg", sizeBytes: bytes.byteLength });
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ["call.mp4", "video/mp4", "audio/mp4"],
  ["recording", "video/webm", "audio/webm"],
  ["call.wav", "application/octet-stream", "audio/wav"],
])(
  "the media type of %s, which its form calls %s, is %s: the rule of every source",
  async (filename, said, expected) => {
    const { sdk } = startFake();
    const file = await spool(pieces(), { filename, contentType: said });
    expect(await sdk.calls.upload(file)).toMatchObject({ contentType: expected });
  },
);

test.each([
  ["refused by the store", { operation: "uploadRecording", status: 400 }, {}],
  ["refused a grant", { operation: "createUploadUrl", status: 403 }, {}],
  ["aborted", undefined, { signal: AbortSignal.abort() }],
  ["asked for with a bad option", undefined, { timeoutMs: -1 }],
] as const)("the file of an upload that is %s is removed", async (_, fault, options) => {
  const { service, sdk } = startFake();
  if (fault) service.faults.inject(fault);
  const file = await spool(pieces(), { filename: "call.wav" });
  await expect(sdk.calls.upload(file, options)).rejects.toThrow();
  expect(existsSync(dirname(file.path))).toBe(false);
});

test("a request that breaks off in the middle is a RecordingError, and leaves nothing on the disk", async () => {
  const folder = ownTemporaryFolder();
  const failure = new Promise<unknown>((settled) => {
    const server = createServer((incoming) => void failureOf(spool(incoming)).then(settled));
    onTestFinished(() => void server.close());
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      const outgoing = request({ port, method: "POST", headers: { "content-length": 2_000_000 } });
      outgoing.on("error", () => {});
      outgoing.write(bytes, () => outgoing.destroy());
    });
  });
  expect(await failure).toMatchObject({ name: "RecordingError", cause: { code: "ECONNRESET" } });
  expect(readdirSync(folder)).toEqual([]);
});

test.for<[string, () => unknown, string, string]>([
  ["a stream that fails", () => pieces(new Error("no such tape")), "RecordingError", "the stream failed"],
  ["an empty stream", () => Readable.from([]), "RecordingError", "is empty"],
  ["a stream of text", () => Readable.from(["RIFF"]), "RecordingError", "got a string"],
  ["a stream that others read", () => locked(), "ConfigurationError", "unlocked"],
  ["a path", () => "call.wav", "ConfigurationError", "expected a Node.js stream"],
  ["undefined", () => undefined, "ConfigurationError", "expected a Node.js stream"],
])("%s is refused, and nothing stays on the disk", async ([, makeStream, type, words]) => {
  const folder = ownTemporaryFolder();
  const error = await failureOf(spool(makeStream() as Parameters<typeof spool>[0]));
  expect(error).toMatchObject({ name: type, message: expect.stringContaining(words) });
  expect(readdirSync(folder)).toEqual([]);
});

test("a stream that fails before the file is open does not end the process", async () => {
  const stream = new Readable({ read() {} });
  stream.push(bytes);
  const spooled = failureOf(spool(stream));
  stream.destroy(new Error("Unexpected end of form"));
  expect(await spooled).toMatchObject({ name: "RecordingError", cause: { message: "Unexpected end of form" } });
});

test("your own Readable is left where the reading stopped, so that a request can still be answered", async () => {
  async function* mixed() {
    yield bytes;
    yield "not bytes";
    yield bytes;
  }
  const readable = Readable.from(mixed());
  expect(RecordingError.is(await failureOf(spool(readable as never)))).toBe(true);
  expect(readable.destroyed).toBe(false);
  expect((await readable.toArray()).length).toBe(1);
});

test.for<[string, () => Parameters<typeof spool>[0]]>([
  ["a Readable that hangs", () => new Readable({ read: () => {} })],
  ["a web stream that hangs", () => new ReadableStream<Uint8Array>()],
  ["a generator that hangs", () => hanging()],
])("an abort ends %s, and nothing stays on the disk", async ([, makeStream]) => {
  const folder = ownTemporaryFolder();
  const controller = new AbortController();
  const spooling = failureOf(spool(makeStream(), { signal: controller.signal }));
  setTimeout(() => controller.abort("the user left"), 20);
  const error = await spooling;
  expect(AbortError.is(error) && [error.cause, error.requestSent]).toEqual(["the user left", false]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a place where nothing can be written is a RecordingError, and leaves the stream", async () => {
  vi.stubEnv("TMPDIR", `${ownTemporaryFolder()}/nowhere`);
  const readable = Readable.from(pieces());
  expect(await failureOf(spool(readable))).toMatchObject({ name: "RecordingError", cause: { code: "ENOENT" } });
  expect(readable.destroyed).toBe(false);
});

test("only this user can read the file, in a folder whose name says where it is from", async () => {
  const folder = ownTemporaryFolder();
  const { path, close } = await spool(pieces());
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder)[0]).toMatch(new RegExp(`^call-analysis-spool-${process.pid}-`));
  await close();
});

test("a file that was never uploaded is removed by close(), at the end of `await using`, and when the process exits", async () => {
  const folder = ownTemporaryFolder();
  const closed = await spool(pieces());
  await closed.close();
  await closed.close();
  const disposed = await spool(pieces());
  expect(readdirSync(folder)).toHaveLength(1);
  await disposed[Symbol.asyncDispose]();
  expect(readdirSync(folder)).toEqual([]);
  const listening = process.listenerCount("exit");
  const files = [await spool(pieces()), await spool(pieces())];
  expect(process.listenerCount("exit")).toBe(listening + 1);
  for (const { close } of files) await close();
  expect(process.listenerCount("exit")).toBe(listening);
});

/** Parameters of a Node that runs a program in which `spool` is known. */
async function running(program: string): Promise<string[]> {
  const node = join(temporaryFolder(), "node.mjs");
  const entryPoints = [join(import.meta.dirname, "../../src/node.ts")];
  await build({ entryPoints, bundle: true, format: "esm", platform: "node", outfile: node, logLevel: "error" });
  const begin = `const { spool } = await import(${JSON.stringify(node)});`;
  return ["--input-type=module", "--eval", begin + program];
}

test("a process that calls process.exit() leaves no spooled file", async () => {
  const folder = temporaryFolder();
  const program = `const kept = await spool(new Blob(["RIFF"]).stream()); console.log(kept.path); process.exit(0);`;
  const run = promisify(execFile)(process.execPath, await running(program), { env: { TMPDIR: folder } });
  expect((await run).stdout).toContain("call-analysis-spool-");
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "a disk that is full is a RecordingError, and nothing stays on it",
  async () => {
    const folder = temporaryFolder();
    const program = `const stream = new Blob([new Uint8Array(10_000_000)]).stream();
    await spool(stream).catch((error) => console.log(error.name, error.cause.code));`;
    // The shell limits how large a file may get: no test can fill a disk.
    const script = 'ulimit -f 64 && exec "$0" "$@"';
    const command = ["-c", script, process.execPath, ...(await running(program))];
    const { stdout } = await promisify(execFile)("sh", command, { env: { TMPDIR: folder } });
    expect(stdout).toContain("RecordingError EFBIG");
    expect(readdirSync(folder)).toEqual([]);
  },
);

async function* hanging(): AsyncGenerator<Uint8Array> {
  yield bytes;
  await new Promise(() => {});
}

function locked(): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array>();
  stream.getReader();
  return stream;
}
