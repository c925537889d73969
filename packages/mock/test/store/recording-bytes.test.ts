import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { finishedCall, upload } from "../support/flow.js";
import { chunk, formatChunk, riff, wav } from "../support/wav.js";

/** The length of a call by its recording; undefined where it is invented, which takes two minutes at least. */
async function secondsOf(bytes: Uint8Array<ArrayBuffer>): Promise<number | undefined> {
  const service = createMockService();
  const { metadata } = await finishedCall(service, { audio_url: await upload(service, bytes) });
  return metadata.duration < 120 ? metadata.duration : undefined;
}

const list = chunk("LIST", new Uint8Array(7));
const data = chunk("data", new Uint8Array(32_000));
const format = formatChunk(8_000);
const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each([
  ["its data by its rate", wav({ seconds: 1.5, samplesPerSecond: 44_100 }), 1.5],
  ["that after chunks of odd size", wav({ seconds: 1, extraChunks: [list, list] }), 1],
  ["that of data before the format", riff([data, list, format]), 2],
  ["that of the first data", riff([format, data, chunk("data", new Uint8Array(8_000))]), 2],
  ["that up to the end, where a stream did not know its size", wav({ seconds: 3, declaredDataBytes: 0 }), 3],
  ["that up to the end, where the size is the largest", wav({ seconds: 3, declaredDataBytes: 0xffffffff }), 3],
  ["that of what is there, where it is cut off", wav({ seconds: 4 }).subarray(0, 44 + 16_000), 1],
  [
    "that of a header in the first 64 KiB",
    wav({ seconds: 1, extraChunks: [chunk("LIST", new Uint8Array(65_000))] }),
    1,
  ],
  ["unknown after them", wav({ seconds: 1, extraChunks: [chunk("LIST", new Uint8Array(65_536))] }), undefined],
  ["unknown without a format", riff([data]), undefined],
  ["unknown without data", riff([format]), undefined],
  ["unknown without a rate", riff([formatChunk(0), data]), undefined],
  ["unknown of a text", bytesOf("fmt data RIFFxxxxWAVE"), undefined],
  ["unknown of a header that is cut off", bytesOf("RIFFxxxxWAVEfmt data"), undefined],
])("the length of a WAV is %s", async (_, bytes, seconds) => {
  expect(await secondsOf(bytes)).toBe(seconds);
});
