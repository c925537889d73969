import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MockService } from "@call-analysis/mock";
import { onTestFinished } from "vitest";
import type { Recording } from "../src/queues.ts";

/**
 * Makes recordings with the keys `r0000`, `r0001` …, which are also in their `udfs`, so that the service's calls show
 * them. All share one file, which is gone when the test has ended.
 */
export async function recordingsFor(service: MockService): Promise<(count: number) => Recording[]> {
  const folder = await mkdtemp(join(tmpdir(), "bulk-queue-recordings-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "call.wav");
  await writeFile(path, shortRecording());
  const [agent] = service.db.agents.list();
  const [category] = service.db.categories.list();
  const ids = { memberId: `${agent?.id}`, categoryId: `${category?.id}` };
  return (count) =>
    Array.from({ length: count }, (_, index) => {
      const key = `r${String(index).padStart(4, "0")}`;
      return { key, path, ...ids, udfs: { key } };
    });
}

/** The keys of the recordings whose calls exist, once for each call. */
export function createdKeys(service: MockService): string[] {
  return service.db.calls.list().map(({ udfs }) => String(udfs?.key));
}

/** A tenth of a second of silence: WAV, 8 kHz, 8 bit, one channel. */
function shortRecording(): Buffer {
  const rate = 8_000;
  const silence = Buffer.alloc(rate / 10, 128);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + silence.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(silence.length, 40);
  return Buffer.concat([header, silence]);
}
