import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atMost, type Benchmark } from "../harness/benchmark.ts";
import { largestOf, spreadOf } from "../harness/samples.ts";
import { ServerProcess } from "../harness/server-process.ts";
import { clientOf, fakeProgram } from "../servers/programs.ts";

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
    const seconds: number[] = [];
    const peaks: number[] = [];
    try {
      await uploadRecordings(await ServerProcess.start(program, { tellsCpu: false }));
      for (let round = 0; round < rounds; round += 1) {
        const server = await ServerProcess.start(program, { tellsCpu: false });
        seconds.push(server.startMilliseconds / 1_000);
        peaks.push(server.peakMegabytes());
        await server.end("SIGTERM");
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    return {
      entries: [
        { name: "ours: time", value: spreadOf(seconds), unit: "s" },
        { name: "ours: peak memory", value: largestOf(peaks), unit: "MB" },
      ],
      targets: [
        atMost(2, "s", { what: "restart with 100 MB of recordings", measured: spreadOf(seconds) }),
        atMost(200, "MB", { what: "peak memory of a restart with 100 MB of recordings", measured: largestOf(peaks) }),
      ],
    };
  },
};

/** Uploads recordings that all differ, and lets the server write its state. */
async function uploadRecordings(server: ServerProcess): Promise<void> {
  const { calls } = clientOf(server);
  try {
    for (let count = 0; count < recordings; count += 1) {
      await calls.upload(randomBytes(recordingBytes), { filename: "call.wav" });
    }
  } finally {
    await server.end("SIGTERM");
  }
}
