import fc from "fast-check";
import { expect, test } from "vitest";
import { RecordingInspector } from "../../src/store/recording-bytes.js";
import { chunk, formatChunk, riff, wav } from "../support/wav.js";

/** What is learnt of a recording that comes in pieces of a size. */
function inspected(bytes: Uint8Array, pieceBytes = Math.max(1, bytes.length)) {
  const inspector = new RecordingInspector();
  for (let start = 0; start < bytes.length; start += pieceBytes)
    inspector.append(bytes.subarray(start, start + pieceBytes));
  return inspector.result();
}

function wavDurationSeconds(bytes: Uint8Array): number | undefined {
  return inspected(bytes).durationSeconds ?? undefined;
}

const list = chunk("LIST", new Uint8Array(7));

test("the length of a WAV is its data by its rate, whatever both are", () => {
  const samplesPerSecond = fc.constantFrom(8_000, 16_000, 44_100, 48_000);
  fc.assert(
    fc.property(fc.nat(3_000), samplesPerSecond, (milliseconds, rate) => {
      const seconds = milliseconds / 1000;
      expect(wavDurationSeconds(wav({ seconds, samplesPerSecond: rate }))).toBeCloseTo(seconds, 3);
    }),
    { numRuns: 30 },
  );
});

test("chunks of odd size before the data are passed over with their padding", () => {
  expect(wavDurationSeconds(wav({ seconds: 1, extraChunks: [list, list] }))).toBe(1);
});

test("a recording is the same in whatever pieces it comes", () => {
  const data = chunk("data", new Uint8Array(999));
  const recordings = [
    wav({ seconds: 0.2, extraChunks: [list, list] }),
    wav({ seconds: 0.1, declaredDataBytes: 0 }),
    riff([data, list, formatChunk(8_000)]),
    new TextEncoder().encode(`  <!doctype html>${" ".repeat(600)}`),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...recordings), fc.integer({ min: 1, max: 700 }), (bytes, pieceBytes) => {
      expect(inspected(bytes, pieceBytes)).toEqual(inspected(bytes));
    }),
  );
});

test("the data may come before the format", () => {
  const data = chunk("data", new Uint8Array(32_000));
  expect(wavDurationSeconds(riff([data, list, formatChunk(8_000)]))).toBe(2);
});

test("of several chunks of data the first counts", () => {
  const [first, second] = [chunk("data", new Uint8Array(32_000)), chunk("data", new Uint8Array(8_000))];
  expect(wavDurationSeconds(riff([formatChunk(8_000), first, second]))).toBe(2);
});

test.each([0, 0xffffffff])(
  "a streamed WAV, whose data says it has %d bytes, reaches to the end",
  (declaredDataBytes) => {
    expect(wavDurationSeconds(wav({ seconds: 3, declaredDataBytes }))).toBe(3);
  },
);

test("a WAV that is cut off is as long as what is there", () => {
  const bytes = wav({ seconds: 4 });
  expect(wavDurationSeconds(bytes.subarray(0, 44 + 16_000))).toBe(1);
});

test("what is not WAV, or lacks its format or its data, has no length", () => {
  const texts = ["", "RIFF", "ID3", "RIFFxxxxAVI LIST", "RIFFxxxxWAVE"].map((text) => new TextEncoder().encode(text));
  const partial = [riff([formatChunk(8_000)]), riff([chunk("data", new Uint8Array(8))]), riff([formatChunk(0)])];
  for (const bytes of [...texts, ...partial]) expect(wavDurationSeconds(bytes)).toBeUndefined();
});

test("no bytes bring down the reader, and no length is negative or endless", () => {
  const header = fc.uint8Array({ maxLength: 200 }).map((bytes) => riff([bytes]));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 100 }), header), (bytes) => {
      const seconds = wavDurationSeconds(bytes) ?? 0;
      expect(seconds >= 0 && Number.isFinite(seconds)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("a header that begins after the first 64 KiB is not read", () => {
  expect(wavDurationSeconds(wav({ seconds: 1, extraChunks: [chunk("LIST", new Uint8Array(65_000))] }))).toBe(1);
  expect(wavDurationSeconds(wav({ seconds: 1, extraChunks: [chunk("LIST", new Uint8Array(65_536))] }))).toBeUndefined();
});
