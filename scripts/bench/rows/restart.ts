import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Benchmark, Entry, Target } from "../harness/benchmark.ts";
import { atMost } from "../harness/comparison.ts";
import { ServerProcess } from "../harness/server-process.ts";
import { exactly, spreadOf } from "../harness/statistics.ts";
import { signedAddress } from "../servers/fake-client.ts";
import { fakeProgram } from "../servers/programs.ts";

const recordings = 10;
const recordingBytes = 10_000_000;

export const restart: Benchmark = {
  name: "restart",
  title: "Restart of the fake with 100 MB of recordings",
  method:
    "From the start of a process with `--state`, whose file has ten recordings of 10 MB, to the end of its first good answer, and the most memory that it had until then.",
  async run({ rounds }) {
    const folder = mkdtempSync(join(tmpdir(), "call-analysis-bench-state-"));
    const program = fakeProgram("ours", ["--state", join(folder, "state.db")]);
    try {
      await uploadRecordings(await ServerProcess.start(program, { tellsCpu: false }));
      const seconds: number[] = [];
      const peaks: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const server = await ServerProcess.start(program, { tellsCpu: false });
        seconds.push(server.startMilliseconds / 1_000);
        peaks.push(server.peakMegabytes());
        await server.end("SIGTERM");
      }
      return findingsOf(seconds, peaks);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Uploads recordings that all differ, and lets the server write its state. */
async function uploadRecordings(server: ServerProcess): Promise<void> {
  try {
    for (let count = 0; count < recordings; count += 1) {
      const headers = { "content-type": "audio/wav" };
      const body = randomBytes(recordingBytes);
      const response = await fetch(await signedAddress(server.origin), { method: "PUT", headers, body });
      if (!response.ok) throw new Error(`The fake has answered an upload with ${response.status}.`);
    }
  } finally {
    await server.end("SIGTERM");
  }
}

function findingsOf(seconds: readonly number[], peaks: readonly number[]) {
  const time = spreadOf(seconds);
  // The largest of all rounds: a process must have that much memory.
  const peak = exactly(Math.max(...peaks));
  const entries: Entry[] = [
    { name: "ours: time", value: time, unit: "s" },
    { name: "ours: peak memory", value: peak, unit: "MB" },
  ];
  const targets: Target[] = [
    atMost(2, "s", { what: "restart with 100 MB of recordings", measured: time }),
    atMost(200, "MB", { what: "peak memory of a restart with 100 MB of recordings", measured: peak }),
  ];
  return { entries, targets };
}
