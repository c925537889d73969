import type { UploadOptions } from "@call-analysis/sdk";
import { expect, vi } from "vitest";
import { test } from "../support/recording-service.ts";
import { temporaryFile, wavBytes } from "../support/recordings.ts";

const bytes = wavBytes(1_000_000);
const sizeBytes = bytes.byteLength;
const call = { memberId: "mem_1", categoryId: "cat_1" };

/** A stream that gives the bytes again and again, or nothing at all, until it is cancelled. */
function openStream({ isSilent = false } = {}) {
  const onCancel = vi.fn();
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => controller.enqueue(bytes);
  const silence = () => new Promise<void>(() => {});
  const source = { pull: isSilent ? silence : pull, cancel: onCancel };
  return { stream: new ReadableStream<Uint8Array>(source, { highWaterMark: 0 }), onCancel };
}

test.for<[string, UploadOptions, object, string]>([
  ["a filename that is no text", { filename: 7 as never }, {}, "filename"],
  ["an invalid contentType", { contentType: "wav" }, {}, "contentType"],
  ["a name that shows no type", { filename: "call" }, {}, "contentType"],
  ["a bad limit", { filename: "call.wav", timeoutMs: -1 }, {}, "timeoutMs"],
  ["a signal that is aborted already", { filename: "call.wav", signal: AbortSignal.abort() }, {}, "aborted"],
  ["no size", { filename: "call.wav" }, { sizeBytes: undefined }, "file.sizeBytes"],
])("with %s a { stream } is cancelled, and nothing is sent", async ([, options, changes, words], { service }) => {
  const { stream, onCancel } = openStream();
  const upload = service.client().calls.upload({ stream, sizeBytes, ...changes }, options);
  await expect(upload).rejects.toThrow(words);
  expect(onCancel).toHaveBeenCalledOnce();
  expect(service.grants).toHaveLength(0);
});

test("a { stream } is cancelled when a field of the call is refused", async ({ service }) => {
  for (const method of ["analyzeFile", "submitFile"] as const) {
    const { stream, onCancel } = openStream();
    const flow = service.client().calls[method]({ file: { stream, sizeBytes }, ...call, memberId: "" });
    await expect(flow).rejects.toThrow("memberId");
    expect(onCancel).toHaveBeenCalledOnce();
  }
});

test("whatever { open } gives is cancelled when the store refuses it", async ({ service }) => {
  service.answer("puts", ({ response }) => response.writeHead(400).end());
  const { stream, onCancel } = openStream();
  const source = { open: () => stream, sizeBytes: 2 ** 30 };
  await expect(service.client().calls.upload(source, { filename: "call.wav" })).rejects.toMatchObject({ status: 400 });
  await expect.poll(() => onCancel.mock.calls.length).toBe(1);
});

test("a temporary recording is removed when it is stored, once, and not kept through the wait", async ({ service }) => {
  const events: string[] = [];
  const file = { path: temporaryFile("call.wav", bytes), close: async () => void events.push("closed") };
  const flow = service.client().calls.analyzeFile(
    { ...call, file, contentType: "audio/wav" },
    {
      onEvent: ({ type }) => {
        events.push(type);
      },
      poll: { initialDelayMs: 0 },
    },
  );
  await flow.catch(() => {});
  expect(events.filter((event) => ["uploaded", "closed", "creating"].includes(event))).toEqual([
    "closed",
    "uploaded",
    "creating",
  ]);
});

test("a stream that is read by others is left to them", async ({ service }) => {
  const { stream, onCancel } = openStream();
  const reader = stream.getReader();
  await expect(service.client().calls.upload({ stream, sizeBytes }, { contentType: "audio/wav" })).rejects.toThrow(
    "locked",
  );
  expect((await reader.read()).value).toBe(bytes);
  expect(onCancel).not.toHaveBeenCalled();
});

test("a temporary recording of a call that the journal has is removed before the wait", async ({ service }) => {
  const close = vi.fn(async () => {});
  const journal = {
    claim: async () => ({ status: "created" as const, callId: "call_1" }),
    created: async () => {},
    released: async () => {},
    find: async () => ({ state: "created" as const, callId: "call_1" }),
  };
  const leaving = new AbortController();
  const file = { path: await temporaryFile("known.wav", bytes), filename: "call.wav", close };
  const poll = { initialDelayMs: 600_000 };
  const flow = service.client().calls.analyzeFile({ file, ...call }, { journal, poll, signal: leaving.signal });
  flow.catch(() => {});
  await expect.poll(() => close.mock.calls.length).toBe(1);
  leaving.abort();
});
