/** Recordings to upload, in memory and on disk. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The bytes of a recording: a WAV's first bytes, then a pattern that shows where each byte was. */
export function wavBytes(sizeBytes = 64): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  for (let index = 0; index < sizeBytes; index += 1) bytes[index] = index * 31 + (index >> 8);
  bytes.set(new TextEncoder().encode("RIFF\0\0\0\0WAVEfmt ").subarray(0, sizeBytes));
  return bytes;
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "call-analysis-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file that is gone after the test. */
export function temporaryFile(name: string, bytes: Uint8Array = wavBytes()): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

/** A stream without end. */
export function endlessStream({ onCancel }: { onCancel?: (() => void) | undefined } = {}): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(100_000);
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk), cancel: () => onCancel?.() });
}

/** A stream that gives the bytes in chunks. */
export function streamOf(bytes: Uint8Array, chunkSizeBytes = bytes.byteLength): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.slice(offset, offset + chunkSizeBytes));
      offset += chunkSizeBytes;
    },
  });
}
