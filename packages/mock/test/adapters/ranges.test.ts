import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { RecordingInMemory } from "../../src/store/recording-storage.js";
import { listening } from "../control/listening.js";
import { createCall, upload } from "../support/flow.js";

const mebibyte = 1024 * 1024;

/** Ten bytes: 0 to 9. */
const ten = Uint8Array.from({ length: 10 }, (_, index) => index);

/** What a player gets for a range of ten bytes. */
async function answerTo(range: string, init: RequestInit & { bytes?: Uint8Array<ArrayBuffer> } = {}) {
  const { bytes = ten, headers, ...rest } = init;
  const service = createMockService();
  const publicUrl = await upload(service, bytes);
  const response = await service.fetch(publicUrl, { ...rest, headers: { range, ...headers } });
  return {
    status: response.status,
    contentRange: response.headers.get("content-range"),
    length: response.headers.get("content-length"),
    acceptRanges: response.headers.get("accept-ranges"),
    etag: response.headers.get("etag") ?? "",
    bytes: [...new Uint8Array(await response.arrayBuffer())],
  };
}

test.each([
  ["bytes=2-4", "bytes 2-4/10", [2, 3, 4]],
  ["bytes=7-", "bytes 7-9/10", [7, 8, 9]],
  ["bytes=-3", "bytes 7-9/10", [7, 8, 9]],
  ["bytes=0-0", "bytes 0-0/10", [0]],
  ["bytes=8-4000", "bytes 8-9/10", [8, 9]],
])("the range %s is answered by 206 with those bytes alone", async (range, contentRange, bytes) => {
  const length = String(bytes.length);
  expect(await answerTo(range)).toMatchObject({ status: 206, contentRange, bytes, length, acceptRanges: "bytes" });
});

test.each(["bytes=10-", "bytes=10-20", "bytes=-0"])(
  "the range %s, which has no byte of the recording, is answered by 416 and the size",
  async (range) => {
    expect(await answerTo(range)).toMatchObject({ status: 416, contentRange: "bytes */10", bytes: [] });
  },
);

test.each(["bytes=4-2", "bytes=-", "bytes=a-b", "seconds=0-1", "bytes=0-1,4-5", "2-4"])(
  "the range %s, which is several or none, is answered by the whole recording",
  async (range) => {
    expect(await answerTo(range)).toMatchObject({ status: 200, contentRange: null, length: "10", bytes: [...ten] });
  },
);

test("If-Range with the recording's ETag gives the range, and with anything else the whole recording", async () => {
  const { etag } = await answerTo("bytes=2-4");
  const statusFor = async (condition: string) =>
    (await answerTo("bytes=2-4", { headers: { "if-range": condition } })).status;
  expect(await statusFor(etag)).toBe(206);
  expect(await statusFor('"another"')).toBe(200);
  expect(await statusFor(`W/${etag}`)).toBe(200);
  expect(await statusFor("Wed, 21 Oct 2026 07:28:00 GMT")).toBe(200);
});

test("of a recording in memory a range has the bytes of each chunk that it touches", async () => {
  const recording = new RecordingInMemory([ten.subarray(0, 3), ten.subarray(3, 4), ten.subarray(4)]);
  const chunks: number[][] = [];
  for await (const chunk of recording.chunks({ firstByte: 2, lastByte: 5 })) chunks.push([...chunk]);
  expect(chunks).toEqual([[2], [3], [4, 5]]);
});

test("over HTTP a range of a large recording comes as it is, also by the control interface", async () => {
  const { service, url } = await listening();
  const bytes = new Uint8Array(9 * mebibyte).map((_, index) => index >> 12);
  const publicUrl = await upload(service, bytes);
  const callId = await createCall(service, { audio_url: publicUrl });
  const [first, last] = [8 * mebibyte, 8 * mebibyte + 4097];
  const contentRange = `bytes ${first}-${last}/${bytes.length}`;
  for (const address of [publicUrl, `${url}/__mock__/calls/${callId}/recording`]) {
    const response = await fetch(address, { headers: { range: `bytes=${first}-${last}` } });
    expect([address, response.status, response.headers.get("content-range")]).toEqual([address, 206, contentRange]);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(first, last + 1))).toBe(true);
  }
});

test("HEAD is answered for the whole recording, for ranges are of GET alone", async () => {
  expect(await answerTo("bytes=2-4", { method: "HEAD" })).toMatchObject({ status: 200, length: "10" });
});
