/** Bugs that uploads had: sources, progress, grants, the store's refusals, time limits. */
import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { isMainThread } from "node:worker_threads";
import { CallAnalysis, ConfigurationError, TimeoutError, UploadError } from "@call-analysis/sdk";
import { expect, vi } from "vitest";
import { ProgressReport } from "../../src/upload/progress.js";
import { failureOf } from "../support/failure-of.js";
import { thenPass, useVirtualTime } from "../support/virtual-time.js";
import { hang, json, test } from "../upload/recording-service.js";
import { streamOf, temporaryFile, wavBytes } from "../upload/recordings.js";

const nobody = 65534;
const owner = process.geteuid?.() ?? nobody;

// A thread cannot change its user.
test.skipIf(!isMainThread)(
  "a file that may not be read is refused before a grant is asked for",
  async ({ onTestFinished }) => {
    const path = temporaryFile("call.wav");
    chmodSync(dirname(path), 0o755);
    chmodSync(path, 0o000);
    onTestFinished(() => void process.seteuid?.(owner));
    // The superuser may read everything.
    if (owner === 0) process.seteuid?.(nobody);
    let requests = 0;
    const fetch = async () => {
      requests += 1;
      return new Response(null, { status: 500 });
    };
    const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "http://127.0.0.1:9/v1", retry: false, fetch });
    const upload = sdk.calls.upload({ path }, { contentType: "audio/wav" });
    await expect(upload).rejects.toBeInstanceOf(ConfigurationError);
    expect(requests).toBe(0);
  },
);

test("a file: URL whose escapes make no path is a ConfigurationError", async () => {
  const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "http://127.0.0.1:9/v1" });
  const upload = sdk.calls.upload(new URL("file:///tmp/50%zz.wav"));
  await expect(upload).rejects.toBeInstanceOf(ConfigurationError);
});

test("a stream that was read before is refused before anything is sent", async ({ service }) => {
  const stream = streamOf(wavBytes());
  const reader = stream.getReader();
  await reader.read();
  reader.releaseLock();
  const upload = service.client().calls.upload({ stream, sizeBytes: 64 }, { contentType: "audio/wav" });
  await expect(upload).rejects.toBeInstanceOf(ConfigurationError);
  expect(service.grants).toHaveLength(0);
});

test("a stream that gives no bytes is a ConfigurationError that says so", async ({ service }) => {
  const text = new ReadableStream<string>({ start: (controller) => controller.enqueue("RIFF") });
  // As JavaScript's callers may do.
  const stream = text as unknown as ReadableStream<Uint8Array>;
  const upload = service.client().calls.upload({ stream, sizeBytes: 4 }, { contentType: "audio/wav" });
  const error = await failureOf(upload);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toContain("Uint8Array");
});

test("a recording whose own stream fails is no connection error, and is not sent again", async ({ service }) => {
  const cause = new Error("the tape is torn");
  const open = () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(cause) });
  const upload = service.client().calls.upload({ open, sizeBytes: 10 }, { contentType: "audio/wav" });
  const error = await failureOf(upload);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error).toMatchObject({ cause, stage: "upload", attempts: 1 });
});

test("progress that comes many MiB at once is reported MiB by MiB", () => {
  const mebibyte = 1024 * 1024;
  const sent: number[] = [];
  const report = new ProgressReport(5.5 * mebibyte, ({ sentBytes }) => sent.push(sentBytes / mebibyte));
  report.sent(0);
  report.sent(2.5 * mebibyte);
  report.done();
  expect(sent).toEqual([0, 1, 2, 2.5, 3.5, 4.5, 5.5]);
});

const down = json(503, { detail: "down" });

test("a grant that cannot be had is asked for as often as the policy says, and no more", async ({ service }) => {
  service.answer("grants", ...Array.from({ length: 9 }, () => down));
  const upload = service.client().calls.upload(wavBytes());
  await expect(upload).rejects.toMatchObject({ name: "ServerError", stage: "grant", attempts: 3 });
  expect(service.grants).toHaveLength(3);
});

test("an upload without a grant does not blame the stream, of which nothing was read", async ({ service }) => {
  service.answer("grants", down, down, down);
  const source = { stream: streamOf(wavBytes()), sizeBytes: 64 };
  const error = await failureOf(service.client().calls.upload(source, { filename: "call.wav" }));
  expect(String(error)).not.toContain("cannot be read again");
});

/** What Bun's `fetch` rejects with when `redirect` is "error": the word is in the message, and there is no cause. */
const onBun = Object.assign(new TypeError('UnexpectedRedirect fetching "https://store.test/k". For more information'), {
  code: "UnexpectedRedirect",
});

test("a redirect of the store on Bun is an UploadError, and is not tried again", async ({ service }) => {
  let puts = 0;
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== "PUT") return globalThis.fetch(input, init);
    puts += 1;
    throw onBun;
  };
  const upload = service.client({ fetch }).calls.upload(wavBytes());
  await expect(upload).rejects.toBeInstanceOf(UploadError);
  expect(puts).toBe(1);
});

test("the client's deadlineMs bounds an upload as it bounds every operation", async ({ service }) => {
  useVirtualTime();
  service.answer("puts", thenPass(20_000, hang));
  const upload = service.client({ deadlineMs: 20_000 }).calls.upload(wavBytes());
  await expect(upload).rejects.toSatisfy((error) => TimeoutError.is(error) && error.kind === "deadline");
});

test("a deadline that passes between grant and upload says at which stage", async ({ service }) => {
  useVirtualTime();
  const onEvent = ({ type }: { type: string }) => {
    if (type === "uploading") vi.advanceTimersByTime(20_020);
  };
  const error = await failureOf(service.client().calls.upload(wavBytes(), { deadlineMs: 20_000, onEvent }));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ kind: "deadline", stage: "upload" });
  expect(service.puts).toHaveLength(0);
});
