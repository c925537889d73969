import type { UploadProgress } from "@call-analysis/sdk";
import { expect } from "vitest";
import { test } from "../support/recording-service.ts";
import { streamOf, temporaryFile, wavBytes } from "../support/recordings.ts";

const mebibyte = 1024 * 1024;
const bytes = wavBytes(5 * mebibyte + 17);
const sizeBytes = bytes.byteLength;

const sources = [
  ["bytes", () => bytes],
  ["a Blob", () => new Blob([bytes])],
  ["a file", () => ({ path: temporaryFile("call.wav", bytes) })],
  ["a stream of one chunk", () => ({ stream: streamOf(bytes), sizeBytes })],
  ["a stream of small chunks", () => ({ open: () => streamOf(bytes, 10_000), sizeBytes })],
] as const;

test.for(sources)(
  "progress of %s begins at 0, is reported at least once a MiB, and ends at the total",
  async ([, makeSource], { service }) => {
    const sent: number[] = [];
    const onProgress = (progress: UploadProgress) => {
      expect(progress.totalBytes).toBe(sizeBytes);
      sent.push(progress.sentBytes);
    };
    await service.client().calls.upload(makeSource(), { filename: "call.wav", onProgress });
    expect(sent[0]).toBe(0);
    expect(sent.at(-1)).toBe(sizeBytes);
    expect(sent.filter((value) => value === sizeBytes)).toHaveLength(1);
    expect(stepsOf(sent).every((step) => step > 0 && step <= mebibyte)).toBe(true);
  },
);

function stepsOf(sent: number[]): number[] {
  return sent.slice(1).map((value, index) => value - (sent[index] ?? 0));
}
