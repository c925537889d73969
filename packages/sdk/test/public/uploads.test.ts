import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { RecordingSource } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { refusedConnection } from "../support/simulated-service.ts";
import { failureOf, fakeOf, startFake, wav } from "./support/fake.ts";

const { RecordingError } = sdkPackage;
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
  const { service, sdk, memberId, categoryId } = startFake();
  const call = { memberId, categoryId, filename: "s.wav" };
  expect(await sdk.calls.analyzeFile({ ...call, file: await source() })).toMatchObject({ status: "completed" });
  expect(service.db.uploads.list()[0]?.recording).toMatchObject({ sizeBytes: 2_000 });
  const sizes: number[] = [];
  const fetch: typeof service.fetch = async (url, init) => {
    if (init?.method !== "PUT") return service.fetch(url, init);
    sizes.push((await new Response(init.body).arrayBuffer()).byteLength);
    throw refusedConnection();
  };
  await failureOf(fakeOf(service, { fetch }).sdk.calls.analyzeFile({ ...call, file: await source() }));
  expect(sizes).toEqual(Array(attempts).fill(2_000));
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
