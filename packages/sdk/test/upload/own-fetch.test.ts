import { setImmediate as nextTurn } from "node:timers/promises";
import { CallAnalysis, type FetchResponse, type Hooks, RateLimitError, UploadError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { fetchFailed } from "../support/one-off-fetch.ts";
import { test } from "../support/recording-service.ts";
import { wavBytes } from "../support/recordings.ts";

test("a connection that breaks while the recording is read is a ConnectionError", async ({ service }) => {
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== "PUT") return globalThis.fetch(input, init);
    const reader = (init.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    void reader.read();
    await nextTurn();
    await reader.cancel();
    // By then the end of what was read is known too, which is not why the upload fails.
    await nextTurn();
    throw fetchFailed({ code: "ECONNRESET" });
  };
  const stream = new ReadableStream({ start: (controller) => controller.enqueue(wavBytes(100)) });
  const upload = service
    .client({ fetch, retry: false })
    .calls.upload({ stream, sizeBytes: 300 }, { filename: "a.wav" });
  await expect(upload).rejects.toMatchObject({ name: "ConnectionError", requestSent: true });
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

/** What a `fetch` of one's own has to return, and nothing else. */
function plainResponse(status: number, body: unknown, headers: Record<string, string> = {}) {
  return { status, headers: { get: (name: string) => headers[name] ?? null }, text: async () => JSON.stringify(body) };
}

const plainClient = (response: FetchResponse, hooks?: Hooks) =>
  new CallAnalysis({ apiKey: "key-of-the-test", baseUrl: "https://api.test/v1", fetch: async () => response, hooks });

test("a response of a status, headers and a text is enough for an error", async () => {
  const response = plainResponse(429, { detail: "too fast" }, { "retry-after": "90", "x-request-id": "r-1" });
  const error = await plainClient(response)
    .agents.list()
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(RateLimitError);
  expect(error).toMatchObject({ status: 429, requestId: "r-1", retryAfterMs: 90_000, body: { detail: "too fast" } });
});

test("hooks see a response that cannot be cloned, and a call that was created is not lost", async () => {
  const seen: number[] = [];
  const onResponse: Hooks["onResponse"] = (_attempt, { status }) => void seen.push(status);
  const sdk = plainClient(plainResponse(202, { data: { callId: "call-1", status: "processing" } }), { onResponse });
  const call = { memberId: "m", categoryId: "c", audio_url: "https://store.test/a.wav" };
  expect(await sdk.calls.create(call)).toMatchObject({ callId: "call-1" });
  expect(seen).toEqual([202]);
});
