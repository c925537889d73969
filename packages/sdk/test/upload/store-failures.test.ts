/** Which failures of the store are tried again, each time with a new grant and from the start. */
import { CallAnalysisError, type ClientOptions, UploadError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { fetchFailed } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";
import { settled } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const recording = new Uint8Array(300_000).fill(3);

/** A store that meets each PUT with this, and each grant with its own signature. */
function storeWith(answer: () => Response | Promise<Response>, options: ClientOptions = {}) {
  const puts: { url: string; bytes: number; atMs: number }[] = [];
  let grants = 0;
  const fetch = async (url: string, init: RequestInit) => {
    if (init.method !== "PUT") {
      grants += 1;
      const presignedUrl = `https://store.test/k?X-Signature=signature-${grants}`;
      return Response.json({ data: { key: "k", presignedUrl, publicUrl: "https://store.test/k" } });
    }
    const { byteLength } = await new Response(init.body).arrayBuffer();
    puts.push({ url, bytes: byteLength, atMs: performance.now() });
    return answer();
  };
  const upload = () =>
    settled(clientWith(fetch, options).calls.upload(recording, { filename: "call.wav" })) as Promise<unknown>;
  return { upload, puts, grants: () => grants };
}

const xml =
  (status: number, code: string, headers = {}) =>
  () =>
    new Response(`<Error><Code>${code}</Code></Error>`, { status, headers });

const failures: [what: string, () => Response | Promise<Response>, puts: number, pauseMs?: number][] = [
  ["a 500", xml(500, "InternalError"), 3],
  ["a 503", xml(503, "ServerBusy"), 3],
  ["a 503 with Retry-After", xml(503, "x", { "retry-after": "7" }), 3, 7_000],
  ["a 408", xml(408, "x"), 3],
  ["a 429", xml(429, "x"), 3],
  ["a 429 with Retry-After", xml(429, "x", { "retry-after": "7" }), 3, 7_000],
  ["a 403, since its address may have expired", xml(403, "AccessDenied"), 2],
  ["a 400 whose code says that its address has expired", xml(400, "ExpiredToken"), 2],
  ["a broken connection", () => Promise.reject(fetchFailed({ code: "ECONNRESET" })), 3],
  ["a connection that was refused", () => Promise.reject(fetchFailed({ code: "ECONNREFUSED" })), 3],
  ["a 400 that the store's own clients repeat", xml(400, "SlowDown"), 3],
  ["a 400 of another code", xml(400, "EntityTooLarge"), 1],
  ["a 404", xml(404, "NoSuchBucket"), 1],
  ["a 413", xml(413, "x"), 1],
  ["a redirect", () => new Response(null, { status: 307, headers: { location: "https://other.test/" } }), 1],
];

test("an upload that always fails is sent as often as can help, whole, and not before Retry-After", async () => {
  await checkRows(failures, async (answer, expected, pauseMs = 0) => {
    const { upload, puts, grants } = storeWith(answer);
    expect(CallAnalysisError.is(await upload())).toBe(true);
    expect(puts.map(({ bytes }) => bytes)).toEqual(Array(expected).fill(recording.byteLength));
    expect(grants()).toBe(expected);
    expect((puts[1]?.atMs ?? Infinity) - (puts[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(pauseMs);
  });
});

test.each([
  "RequestTimeout",
  "RequestTimeoutException",
  "SlowDown",
  "Throttling",
  "ThrottledException",
  "RequestLimitExceeded",
  "BandwidthLimitExceeded",
  "PriorRequestNotComplete",
])("a 400 with the code %s, which the store's own clients repeat, is retryable", async (code) => {
  const { upload } = storeWith(xml(400, code), { retry: false });
  expect(await upload()).toMatchObject({ name: "UploadError", storeCode: code, isRetryable: true });
});

test.each<[string, () => Response | Promise<Response>]>([
  [
    "a refusal that quotes it",
    () => new Response("<Code>signature-1</Code> https://store.test/k?X-Signature=signature-1", { status: 404 }),
  ],
  [
    "a broken connection that quotes it",
    () => Promise.reject(new Error("PUT https://store.test/k?X-Signature=signature-1")),
  ],
  ["a redirect", () => new Response(null, { status: 307 })],
])("the signature of an address is in no text of %s", async (_what, answer) => {
  const { upload } = storeWith(answer, { retry: false });
  const error = await upload();
  expect(String(error)).toContain("PUT https://store.test/k");
  expect(textsOf(error).filter((text) => text.includes("signature-1"))).toEqual([]);
});

test.each([
  ["S3's XML", "<Error><Code>AccessDenied</Code></Error>", "AccessDenied"],
  ["JSON", '{"error":{"code" : "expired"}}', "expired"],
  ["a code that is too long", `<Code>${"x".repeat(101)}</Code>`, undefined],
  ["no code", "no", undefined],
])("the store's own code is read from %s", async (_what, text, storeCode) => {
  const { upload } = storeWith(() => new Response(text, { status: 404 }), { retry: false });
  expect(await upload()).toMatchObject({ name: "UploadError", status: 404, storeCode });
});

test("a redirect that the caller's own fetch followed is no stored recording", async () => {
  const followed = Object.defineProperty(new Response(), "redirected", { value: true });
  const { upload } = storeWith(() => followed, { retry: false });
  expect(UploadError.is(await upload())).toBe(true);
});
