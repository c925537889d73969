import { AbortError, ConfigurationError, TimeoutError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { hang, refuse, test } from "./recording-service.js";
import { endlessStream, streamOf, wavBytes } from "./recordings.js";

const bytes = wavBytes(1_000_000);

test("a store that stops taking bytes is a TimeoutError of kind upload", async ({ service }) => {
  service.answer("puts", hang);
  const options = { filename: "call.wav", timeoutMs: 500 };
  const upload = service.client({ retry: false }).calls.upload(endless(), options);
  const error = await upload.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ kind: "upload", stage: "upload", requestSent: true });
});

test("a store that takes all and never answers is a TimeoutError of kind upload", async ({ service }) => {
  service.answer("puts", ({ readBody }) => readBody());
  const upload = service.client({ retry: false }).calls.upload(bytes, { timeoutMs: 500 });
  await expect(upload).rejects.toMatchObject({ name: "TimeoutError", kind: "upload" });
});

test("timeoutMs is the longest time without progress, not the time of the upload", async ({ service }) => {
  const pauses = Array.from({ length: 5 }, () => 200);
  const open = () => slowStream(bytes, pauses);
  const source = { open, sizeBytes: bytes.byteLength };
  const upload = service.client({ retry: false }).calls.upload(source, { filename: "call.wav", timeoutMs: 600 });
  await expect(upload).resolves.toMatchObject({ sizeBytes: bytes.byteLength });
});

test("an upload without progress is tried again from the start", async ({ service }) => {
  service.answer("puts", hang);
  await service.client().calls.upload(bytes, { timeoutMs: 500 });
  expect(service.puts).toHaveLength(2);
  expect(service.puts[1]?.complete).toBe(true);
});

test("uploadTimeoutMs bounds one PUT, although there is progress", async ({ service }) => {
  const open = () => slowStream(bytes, [60, 60, 60, 60, 60, 60, 60, 60]);
  const source = { open, sizeBytes: bytes.byteLength };
  const options = { filename: "call.wav", timeoutMs: 5_000, uploadTimeoutMs: 150 };
  const upload = service.client({ retry: false }).calls.upload(source, options);
  const error = await upload.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "TimeoutError", kind: "upload" });
  expect(String(error)).toContain("uploadTimeoutMs = 150");
});

test("deadlineMs bounds the upload with all its attempts", async ({ service }) => {
  service.answer("puts", refuse(503), hang);
  const upload = service.client().calls.upload(bytes, { timeoutMs: 5_000, deadlineMs: 800 });
  await expect(upload).rejects.toMatchObject({ name: "TimeoutError", kind: "deadline", stage: "upload" });
});

test.for(["timeoutMs", "uploadTimeoutMs", "deadlineMs"])(
  "a %s that is not over 0 is refused before anything is sent",
  async (name, { service }) => {
    for (const value of [0, -1, Number.NaN]) {
      const upload = service.client().calls.upload(bytes, { [name]: value });
      const error = await upload.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(String(error)).toContain(name);
    }
    expect(service.grants).toHaveLength(0);
  },
);

test("an abort ends the upload at once, with the signal's reason, and closes the connection", async ({ service }) => {
  const controller = new AbortController();
  const closed = new Promise((resolve) => {
    service.answer("puts", ({ request }) => {
      request.once("close", resolve).resume();
      controller.abort("the user left");
    });
  });
  const upload = service.client().calls.upload(endless(), { filename: "call.wav", signal: controller.signal });
  const error = await upload.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AbortError);
  expect(error).toMatchObject({ cause: "the user left", stage: "upload" });
  await closed;
  expect(service.puts).toHaveLength(1);
});

test("with a signal that is already aborted nothing is sent", async ({ service }) => {
  const upload = service.client().calls.upload(bytes, { signal: AbortSignal.abort() });
  await expect(upload).rejects.toBeInstanceOf(AbortError);
  expect(service.grants).toHaveLength(0);
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
  let isCancelled = false;
  const onCancel = () => {
    isCancelled = true;
  };
  const upload = service.client().calls.upload(endless(onCancel), { filename: "call.wav", signal: controller.signal });
  await expect(upload).rejects.toBeInstanceOf(AbortError);
  await expect.poll(() => isCancelled).toBe(true);
});

function endless(onCancel?: () => void) {
  return { stream: endlessStream({ onCancel }), sizeBytes: 1_000_000_000 };
}

/** Gives the bytes in as many parts as there are pauses, each after its pause. */
function slowStream(whole: Uint8Array, pausesMs: number[]): ReadableStream<Uint8Array> {
  const partSizeBytes = Math.ceil(whole.byteLength / pausesMs.length);
  const parts = streamOf(whole, partSizeBytes).getReader();
  let part = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, pausesMs[part]));
      part += 1;
      const { done, value } = await parts.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
