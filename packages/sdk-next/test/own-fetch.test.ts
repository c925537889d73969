import { setImmediate as nextTurn } from "node:timers/promises";
import { UploadError } from "@call-analysis/sdk-next";
import { expect } from "vitest";
import { fetchFailed } from "./support/one-off-fetch.ts";
import { test } from "./support/recording-service.ts";
import { streamOf, wavBytes } from "./support/recordings.ts";

test("a fetch of the caller's own gets the PUT with its length", async ({ service }) => {
  const lengths: (string | null)[] = [];
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method === "PUT") lengths.push(new Headers(init.headers).get("content-length"));
    return globalThis.fetch(input, init);
  };
  await service.client({ fetch }).calls.upload(wavBytes(64), { contentType: "audio/wav" });
  expect(lengths).toEqual(["64"]);
});

test("a PUT whose connection breaks while the recording is read is tried again", async ({ service }) => {
  const bytes = wavBytes(300);
  let puts = 0;
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== "PUT") return globalThis.fetch(input, init);
    puts += 1;
    if (puts > 1) return globalThis.fetch(input, init);
    const reader = (init.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    void reader.read();
    await nextTurn();
    await reader.cancel();
    // By then the end of what was read is known too, which is not why the upload fails.
    await nextTurn();
    throw fetchFailed({ code: "ECONNRESET" });
  };
  const hanging = () => new ReadableStream({ start: (controller) => controller.enqueue(bytes.slice(0, 100)) });
  const open = () => (puts === 0 ? hanging() : streamOf(bytes));
  const file = { open, sizeBytes: bytes.byteLength };
  await service.client({ fetch }).calls.upload(file, { filename: "call.wav" });
  expect(service.puts.map(({ body }) => body.equals(bytes))).toEqual([true]);
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
  const upload = service.client({ fetch }).calls.upload(wavBytes(), { contentType: "audio/wav" });
  await expect(upload).rejects.toBeInstanceOf(UploadError);
  expect(puts).toBe(1);
});
