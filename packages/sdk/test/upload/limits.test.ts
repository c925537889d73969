import { tracingChannel } from "node:diagnostics_channel";
import { AbortError, TimeoutError } from "@call-analysis/sdk";
import { expect, onTestFinished, vi } from "vitest";
import { deferred } from "../support/deferred.ts";
import { failureOf } from "../support/failure-of.ts";
import { stubRuntime } from "../support/other-runtime.ts";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";
import { hang, type OpenExchange, refuse, test } from "./recording-service.js";
import { endlessStream, streamOf, wavBytes } from "./recordings.js";

const bytes = wavBytes(1_000_000);

test("a store that stops taking bytes is a TimeoutError of kind upload", async ({ service }) => {
  useVirtualTime();
  service.answer("puts", thenPass(60_000, hang));
  const options = { filename: "call.wav", timeoutMs: 60_000 };
  const upload = service.client({ retry: false }).calls.upload(endless(), options);
  const error = await failureOf(upload);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ kind: "upload", stage: "upload", requestSent: true });
});

test("a store that takes all and never answers is a TimeoutError of kind upload", async ({ service }) => {
  useVirtualTime();
  const readAll = thenPass(60_000, ({ readBody }: OpenExchange) => readBody());
  service.answer("puts", readAll);
  const upload = service.client({ retry: false }).calls.upload(bytes, { timeoutMs: 60_000 });
  await expect(upload).rejects.toMatchObject({ name: "TimeoutError", kind: "upload" });
});

test("timeoutMs is the longest time without progress, not the time of the upload", async ({ service }) => {
  useVirtualTime();
  const open = () => slowStream(bytes, 5, 20_000);
  const source = { open, sizeBytes: bytes.byteLength };
  const upload = service.client({ retry: false }).calls.upload(source, { filename: "call.wav", timeoutMs: 60_000 });
  await expect(upload).resolves.toMatchObject({ sizeBytes: bytes.byteLength });
});

test("where nothing tells of progress, there is timeoutMs for each MiB or part of one", async ({ service }) => {
  useVirtualTime();
  service.answer("puts", thenPass(120_000, hang));
  // It knows no streams, and does not read what it is sent.
  stubRuntime({});
  const upload = service.client({ retry: false }).calls.upload(wavBytes(1_500_000), { timeoutMs: 60_000 });
  await expect(upload).rejects.toThrow("not done within 120000 ms, which is timeoutMs = 60000 ms for each MiB");
});

test("an upload without progress is tried again from the start", async ({ service }) => {
  useVirtualTime();
  service.answer("puts", thenPass(60_000, hang));
  await service.client().calls.upload(bytes, { timeoutMs: 60_000 });
  expect(service.puts).toHaveLength(2);
  expect(service.puts[1]?.complete).toBe(true);
});

test("uploadTimeoutMs bounds one PUT, although there is progress", async ({ service }) => {
  useVirtualTime();
  const open = () => slowStream(bytes, 8, 20_000);
  const source = { open, sizeBytes: bytes.byteLength };
  const options = { filename: "call.wav", timeoutMs: 60_000, uploadTimeoutMs: 50_000 };
  const upload = service.client({ retry: false }).calls.upload(source, options);
  const error = await failureOf(upload);
  expect(error).toMatchObject({ name: "TimeoutError", kind: "upload" });
  expect(String(error)).toContain("uploadTimeoutMs = 50000");
});

test("a PUT whose uploadTimeoutMs has passed takes nothing more from the recording", async ({ service }) => {
  useVirtualTime();
  service.answer(
    "puts",
    thenPass(50_000, ({ request }: OpenExchange) => request.resume()),
  );
  const cancelled = deferred<void>();
  const options = { filename: "call.wav", timeoutMs: 60_000, uploadTimeoutMs: 50_000 };
  const upload = service.client().calls.upload(endless(cancelled.resolve), options);
  expect(await failureOf(upload)).toMatchObject({ name: "TimeoutError", kind: "upload" });
  await cancelled.promise;
});

test("deadlineMs bounds the upload with all its attempts", async ({ service }) => {
  useVirtualTime();
  service.answer("puts", refuse(503), thenPass(20_000, hang));
  const upload = service.client().calls.upload(bytes, { timeoutMs: 60_000, deadlineMs: 20_000 });
  await expect(upload).rejects.toMatchObject({ name: "TimeoutError", kind: "deadline", stage: "upload" });
});

test("no PUT is sent once deadlineMs has passed, also when no timer could say so", async ({ service }) => {
  useVirtualTime();
  // The process stands still between the grant and the PUT, here in somebody's trace of that.
  const standStill = (context: unknown) => {
    if (/"PUT"/.test(JSON.stringify(context))) vi.advanceTimersByTime(20_000);
  };
  const channel = tracingChannel("call-analysis:attempt").start;
  channel.subscribe(standStill);
  onTestFinished(() => void channel.unsubscribe(standStill));
  const upload = service.client({ retry: false }).calls.upload(bytes, { timeoutMs: 60_000, deadlineMs: 20_000 });
  const error = await failureOf(upload);
  expect(error).toMatchObject({ name: "TimeoutError", kind: "deadline", stage: "upload", requestSent: false });
  // Whatever was sent by mistake would come before this.
  channel.unsubscribe(standStill);
  await service.client().calls.upload(bytes);
  expect(service.puts).toHaveLength(1);
});

test("an abort ends the upload at once, with the signal's reason, and closes the connection", async ({ service }) => {
  const controller = new AbortController();
  const closed = deferred<void>();
  service.answer("puts", ({ request }) => {
    request.once("close", closed.resolve).resume();
    controller.abort("the user left");
  });
  const upload = service.client().calls.upload(endless(), { filename: "call.wav", signal: controller.signal });
  const error = await failureOf(upload);
  expect(error).toBeInstanceOf(AbortError);
  expect(error).toMatchObject({ cause: "the user left", stage: "upload", requestSent: true });
  await closed.promise;
  expect(service.puts).toHaveLength(1);
});

test("an abort while the recording is opened sends nothing to the store", async ({ service }) => {
  const controller = new AbortController();
  const open = async () => {
    controller.abort();
    return streamOf(bytes);
  };
  const source = { open, sizeBytes: bytes.byteLength };
  const upload = service.client().calls.upload(source, { filename: "call.wav", signal: controller.signal });
  await expect(upload).rejects.toBeInstanceOf(AbortError);
  // Whatever was sent by mistake would come before this.
  await service.client().calls.upload(bytes);
  expect(service.puts).toHaveLength(1);
});

test("an abort in the pause before a further attempt ends the upload at once", async ({ service }) => {
  const controller = new AbortController();
  service.answer("puts", ({ request }) => {
    setTimeout(() => controller.abort(), 20);
    request.destroy();
  });
  const sdk = service.client({ retry: { initialDelayMs: 60_000, maxDelayMs: 60_000 } });
  const upload = sdk.calls.upload(bytes, { signal: controller.signal });
  await expect(upload).rejects.toBeInstanceOf(AbortError);
  expect(service.puts).toHaveLength(1);
});

test("an abort closes the recording's stream", async ({ service }) => {
  const controller = new AbortController();
  service.answer("puts", () => controller.abort());
  const cancelled = deferred<void>();
  const options = { filename: "call.wav", signal: controller.signal };
  const upload = service.client().calls.upload(endless(cancelled.resolve), options);
  await expect(upload).rejects.toBeInstanceOf(AbortError);
  await cancelled.promise;
});

function endless(onCancel?: () => void) {
  return { stream: endlessStream({ onCancel }), sizeBytes: Number.MAX_SAFE_INTEGER };
}

/** Gives the bytes in so many parts, each after a pause in virtual time. */
function slowStream(whole: Uint8Array, partCount: number, pauseMs: number): ReadableStream<Uint8Array> {
  const parts = streamOf(whole, Math.ceil(whole.byteLength / partCount)).getReader();
  const pause = thenPass(pauseMs, () => {});
  return new ReadableStream({
    async pull(controller) {
      await pause();
      const { done, value } = await parts.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

test("the client's deadlineMs bounds an upload with all its attempts", async ({ service }) => {
  useVirtualTime();
  service.answer("puts", thenPass(60_000, hang), thenPass(60_000, hang));
  const upload = service.client({ deadlineMs: 70_000 }).calls.upload(wavBytes(1_000), { timeoutMs: 60_000 });
  const error = await failureOf(upload);
  expect(error).toMatchObject({ kind: "deadline", stage: "upload" });
  // The second PUT was ended when the time was up: after a failure of its own, that would be the cause.
  expect(error).not.toHaveProperty("cause");
});
