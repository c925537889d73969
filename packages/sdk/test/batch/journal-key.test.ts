/** What a recording's key is made of: journals outlive versions of the client, so it must stay as it is. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { JournalKeys } from "../../src/batch/batch-journal.js";
import { temporaryFile, wavBytes } from "../upload/recordings.js";

test("the key of a recording depends on blocks of 256 KiB, however much is read at once", async () => {
  const bytes = wavBytes(1_000_000);
  const fields = { memberId: "mem_1", categoryId: "cat_1" };
  const call = JSON.stringify([digestOf(bytes, 256 * 1024), { ...fields, audio_url: "not known yet" }]);
  const expected = `${sha256(new TextEncoder().encode(call))}-1`;
  for (const file of [bytes, { path: temporaryFile("call.wav", bytes) }]) {
    expect(await new JournalKeys().next({ ...fields, file, filename: "call.wav" })).toBe(expected);
  }
});

/** Each block's digest includes the one before it. */
function digestOf(bytes: Uint8Array, blockSizeBytes: number): string {
  let digest = "";
  for (let offset = 0; offset < bytes.byteLength; offset += blockSizeBytes) {
    digest = sha256(Buffer.from(digest, "hex"), bytes.subarray(offset, offset + blockSizeBytes));
  }
  return digest;
}

function sha256(...parts: Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
