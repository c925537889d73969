import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const mebibyte = 1024 * 1024;

/** Writes a file of noise, so large, and gives its path: what was just written is in the cache, for all clients alike. */
export async function recordingOf(sizeMib: number): Promise<string> {
  const path = join(tmpdir(), `upload-benchmark-${process.pid}-${sizeMib}.wav`);
  const noise = randomBytes(mebibyte);
  const file = await open(path, "w");
  for (let written = 0; written < sizeMib; written += 1) await file.write(noise);
  await file.close();
  return path;
}
