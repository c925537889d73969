import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { requiresLongTests } from "../../../scripts/test-requirements.ts";
import type { MemoryReading } from "./endless-process.ts";
import { useRedis, withRedis } from "./redis.ts";

const count = 5_000;
const mebibyte = 2 ** 20;

describe("memory", { ...withRedis, ...requiresLongTests }, () => {
  const used = useRedis({ appendfsync: "everysec" });

  test(`stays as it is over ${count} recordings, but for what the journal has to remember`, {
    timeout: 900_000,
  }, async () => {
    const program = join(import.meta.dirname, "endless-process.ts");
    const recording = join(import.meta.dirname, "../../quickstart/recordings/sales-call.wav");
    const parameters = ["--expose-gc", program, used().server.url, recording, String(count)];
    const { stdout } = await promisify(execFile)(process.execPath, parameters);
    const readings = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as MemoryReading);
    for (const { done, heapBytes, redisBytes, keys } of readings) {
      const inMebibytes = (bytes: number) => (bytes / mebibyte).toFixed(1);
      console.log(`${done}: heap ${inMebibytes(heapBytes)} MiB, Redis ${inMebibytes(redisBytes)} MiB, ${keys} keys`);
    }
    const [first, last] = [readings[1], readings.at(-1)];
    if (!first || !last) throw new Error("The process has told nothing.");
    // Completed jobs are gone. The journal remains, and at most the last thousands of jobs.
    for (const { done, keys } of readings) expect(keys - done).toBeLessThan(5_000);
    expect((last.redisBytes - first.redisBytes) / (last.done - first.done)).toBeLessThan(300);
    expect(last.heapBytes - first.heapBytes).toBeLessThan(2 * mebibyte);
  });
});
