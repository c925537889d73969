import { TimeoutError } from "@call-analysis/sdk";
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
  await expect(upload).rejects.toThrow("no progress within 120000 ms");
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
