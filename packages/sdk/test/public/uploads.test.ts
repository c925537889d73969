import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { RecordingSource } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { failureOf, startFake, wav } from "./support/fake.ts";

const { ConfigurationError, RecordingError } = sdkPackage;
const { fromPath, spool } = await import("@call-analysis/sdk/node");

const temporary = mkdtempSync(join(tmpdir(), "acceptance-uploads-"));
afterAll(() => rmSync(temporary, { recursive: true }));
afterEach(() => void vi.unstubAllEnvs());
const path = join(temporary, "on-disk.wav");
writeFileSync(path, wav("on disk"));

const bytes = wav("of every source");
const chunks = () => new Blob([bytes]).stream();
const sources: [string, () => RecordingSource | Promise<RecordingSource>, number][] = [
  ["a Blob", () => new Blob([bytes]), 3],
  ["a File", () => new File([bytes], "f.wav"), 3],
  ["an ArrayBuffer", () => bytes.buffer, 3],
  ["a Uint8Array", () => bytes, 3],
  ["a path", () => ({ path }), 3],
  ["a file: URL", () => pathToFileURL(path), 3],
  ["what fromPath gives", () => fromPath(path), 3],
  ["a stream that can be opened again", () => ({ open: async () => chunks(), sizeBytes: bytes.length }), 3],
  ["a stream of unknown size that was spooled", () => spool(Readable.from([bytes]), { filename: "s.wav" }), 3],
  ["a stream", () => ({ stream: chunks(), sizeBytes: bytes.length }), 1],
];

test.each(sources)("%s is uploaded whole, and as often as it can be read", async (_, source, attempts) => {
  const { service, sdk, memberId, categoryId, asked } = startFake();
  const call = { memberId, categoryId, filename: "s.wav" };
  expect(await sdk.calls.analyzeFile({ ...call, file: await source() })).toMatchObject({ status: "completed" });
  expect(service.db.uploads.list()[0]?.recording).toMatchObject({ sizeBytes: 2_000 });
  service.reset();
  service.faults.inject({ operation: "uploadRecording", status: 503 });
  await failureOf(sdk.calls.analyzeFile({ ...call, file: await source() }));
  expect(asked("uploadRecording")).toBe(attempts);
});

test.each([
  ["a bare string", path, ConfigurationError],
  ["nothing", undefined, ConfigurationError],
  ["an empty recording", new Uint8Array(), RecordingError],
  ["a file that is not there", { path: join(temporary, "none.wav") }, RecordingError],
  ["a folder", { path: temporary }, RecordingError],
])("%s is refused before anything is sent", async (_, file, expected) => {
  const { service, sdk, memberId, categoryId } = startFake();
  const input = { file: file as RecordingSource, contentType: "audio/wav", memberId, categoryId };
  expect(await failureOf(sdk.calls.analyzeFile(input))).toBeInstanceOf(expected);
  expect(service.db.uploads.list()).toHaveLength(0);
});

test("a spooled stream is removed after its upload, whether that is done or has failed, and when it breaks off", async () => {
  const { service, sdk, memberId, categoryId } = startFake();
  const folder = mkdtempSync(join(temporary, "spooled-"));
  vi.stubEnv("TMPDIR", folder);
  const submit = async () => {
    const file = await spool(Readable.from([bytes]), { filename: "s.wav" });
    expect(readdirSync(folder)).toHaveLength(1);
    return sdk.calls.submitFile({ file, memberId, categoryId });
  };
  await submit();
  expect(readdirSync(folder)).toEqual([]);
  service.faults.inject({ operation: "uploadRecording", status: 400 });
  await failureOf(submit());
  expect(readdirSync(folder)).toEqual([]);
  const broken = Readable.from([bytes]).map(() => Promise.reject(new Error("the form broke off")));
  await failureOf(spool(broken));
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ["a form's file that its parser cut off", { truncated: true }],
  ["a request that was not complete", { complete: false }],
])("%s is refused, and leaves no file", async (_, mark) => {
  const folder = mkdtempSync(join(temporary, "cut-"));
  vi.stubEnv("TMPDIR", folder);
  const whole = Object.assign(Readable.from([bytes]), { truncated: false, complete: true });
  await (await spool(whole)).close();
  const cut = Object.assign(Readable.from([bytes]), mark);
  expect(await failureOf(spool(cut))).toBeInstanceOf(RecordingError);
  expect(readdirSync(folder)).toEqual([]);
});

test("onProgress begins at 0, ends with all bytes, and tells at least once a MiB", async () => {
  const { sdk } = startFake();
  const seen: number[] = [];
  const sizeBytes = 3.5 * 2 ** 20;
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) => {
    expect(totalBytes).toBe(sizeBytes);
    seen.push(sentBytes);
  };
  await sdk.calls.upload(wav("large", sizeBytes), { contentType: "audio/wav", onProgress });
  expect([seen[0], seen.at(-1)]).toEqual([0, sizeBytes]);
  expect(Math.max(...seen.slice(1).map((sent, index) => sent - (seen[index] ?? 0)))).toBeLessThanOrEqual(2 ** 20);
});

test("a recording without a name is called recording, and its media type is told by its name", async () => {
  const { service, sdk } = startFake();
  await sdk.calls.upload(bytes, { contentType: "audio/wav" });
  await sdk.calls.upload(bytes, { filename: "a.mp3" });
  expect(service.db.uploads.list().map(({ filename }) => filename)).toEqual(["recording", "a.mp3"]);
  expect(service.db.uploads.list()[1]?.contentType).toBe("audio/mpeg");
});

test("a recording whose media type nothing tells is refused before anything is sent, by an error that asks for it", async () => {
  const { service, sdk } = startFake();
  const error = await failureOf(sdk.calls.upload(bytes));
  expect([RecordingError.is(error), error.message.includes("contentType")]).toEqual([true, true]);
  expect(service.journal.entries()).toEqual([]);
});
