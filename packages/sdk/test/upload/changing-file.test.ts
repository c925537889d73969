import { appendFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { RecordingError, type UploadProgress } from "@call-analysis/sdk";
import { expect } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { test } from "../support/recording-service.ts";
import { temporaryFile, wavBytes } from "../support/recordings.ts";

const mebibyte = 1024 * 1024;
const bytes = wavBytes(4 * mebibyte);
const otherBytes = bytes.map((byte) => byte ^ 1);
const changed = "changed while it was being read";

test.for<[string, (path: string) => void]>([
  ["grows", (path) => appendFileSync(path, bytes)],
  ["shrinks", (path) => truncateSync(path, mebibyte)],
  ["is written over", (path) => writeFileSync(path, otherBytes)],
])("a file that %s while it is sent is never stored, and the error says so", async ([, change], { service }) => {
  const path = temporaryFile("call.wav", bytes);
  utimesSync(path, 1, 1);
  const onProgress = onceAt(2 * mebibyte, () => change(path));
  const error = await failureOf(service.client().calls.upload({ path }, { onProgress }));
  expect(error).toBeInstanceOf(RecordingError);
  expect(String(error)).toContain(changed);
  expect(service.puts.map(({ complete }) => complete)).toEqual([false]);
});

test.for<[string, (path: string) => void, string]>([
  ["changes", (path) => appendFileSync(path, bytes), changed],
  ["is gone", (path) => rmSync(path), "cannot be read"],
  ["is replaced", (path) => renameSync(temporaryFile("other.wav", wavBytes(9)), path), changed],
])("a file that %s after the grant is not put", async ([, change, words], { service }) => {
  const path = temporaryFile("call.wav", bytes);
  utimesSync(path, 1, 1);
  const onEvent = ({ type }: { type: string }) => {
    if (type === "uploading") change(path);
  };
  await expect(service.client().calls.upload({ path }, { onEvent })).rejects.toThrow(words);
  expect(service.puts.filter(({ complete }) => complete)).toHaveLength(0);
});

test("a file that is replaced by a rename while it is sent arrives as it was", async ({ service }) => {
  const path = temporaryFile("call.wav", bytes);
  const other = temporaryFile("other.wav", wavBytes(9));
  await service.client().calls.upload({ path }, { onProgress: onceAt(mebibyte, () => renameSync(other, path)) });
  expect(service.puts[0]?.body.equals(bytes)).toBe(true);
});

function onceAt(sentBytesDue: number, act: () => void): (progress: UploadProgress) => void {
  let isDone = false;
  return ({ sentBytes }) => {
    if (isDone || sentBytes < sentBytesDue) return;
    isDone = true;
    act();
  };
}
