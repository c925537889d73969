import { AbortError, TimeoutError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { deferred } from "../support/deferred.ts";
import { failureOf } from "../support/failure-of.ts";
import { stubRuntime } from "../support/other-runtime.ts";
import { type Answer, hang, type OpenExchange, test } from "../support/recording-service.ts";
import { endlessStream, streamOf, wavBytes } from "../support/recordings.ts";
import { thenPass, useVirtualTime } from "../support/virtual-time.ts";

const bytes = wavBytes(1_000_000);

test.for<[string, Answer]>([
  ["stops taking bytes", hang],
  ["takes all and never answers", ({ readBody }) => readBody()],
])("a store that %s is a TimeoutError of the attempt", async ([, answer], { service }) => {
  useVirtualTime();
  service.answer("puts", thenPass(60_000, answer));
  const upload = service
    .client({ retry: false })
    .calls.upload(wavBytes(8_000_000), { contentType: "audio/wav", timeoutMs: 60_000 });
  const error = await failureOf(upload);
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ kind: "attempt", stage: "upload", requestSent: true });
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
  const upload = service
    .client({ retry: false })
    .calls.upload(wavBytes(1_500_000), { contentType: "audio/wav", timeoutMs: 60_000 });
  await expect(upload).rejects.toThrow("did not finish within 120000 ms");
});

test("a PUT whose deadlineMs has passed takes nothing more from the recording", async ({ service }) => {
  useVirtualTime();
  service.answer(
    "puts",
    thenPass(50_000, ({ request }: OpenExchange) => request.resume()),
  );
  const cancelled = deferred<void>();
  const options = { filename: "call.wav", timeoutMs: 60_000, deadlineMs: 50_000 };
  const upload = service.client().calls.upload(endless(cancelled.resolve), options);
  expect(await failureOf(upload)).toMatchObject({ name: "TimeoutError", kind: "deadline" });
  await cancelled.promise;
});

test.for([
  ["the client's", { deadlineMs: 70_000 }, {}],
  ["the upload's", {}, { deadlineMs: 70_000 }],
] as const)("%s deadlineMs bounds the upload with all its attempts", async ([, options, limits], { service }) => {
  useVirtualTime();
  service.answer("puts", thenPass(60_000, hang), thenPass(60_000, hang));
  const upload = service
    .client(options)
    .calls.upload(wavBytes(1_000), { contentType: "audio/wav", timeoutMs: 60_000, ...limits });
  const error = await failureOf(upload);
  expect(error).toMatchObject({ name: "TimeoutError", kind: "deadline", stage: "upload" });
  // The second PUT was ended when the time was up: after a failure of its own, that would be the cause.
  expect(error).not.toHaveProperty("cause");
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
  await service.client().calls.upload(bytes, { contentType: "audio/wav" });
  expect(service.puts).toHaveLength(1);
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
