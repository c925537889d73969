import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Benchmark, Findings, Pace } from "../harness/benchmark.ts";
import { atMost, entriesOf, ratioOf } from "../harness/comparison.ts";
import { takeTurns } from "../harness/rounds.ts";
import { ServerProcess } from "../harness/server-process.ts";
import { callCreator } from "../servers/fake-client.ts";
import { fakeProgram } from "../servers/programs.ts";

const reference = "no calls";
const scenarios = { [reference]: "demo", "10,000 calls": "demo,busy" };
const changesInTurn = 200;

interface Side {
  name: string;
  server: ServerProcess;
  createCall: () => Promise<void>;
}

export const stateChange: Benchmark = {
  name: "state-change",
  title: "A change with `--state`",
  method:
    "Time and CPU time of a creation over HTTP that is on the disk before it is answered, one after the other; in units of a store without calls.",
  async run(pace) {
    const folder = mkdtempSync(join(tmpdir(), "call-analysis-bench-state-"));
    const sides: Side[] = [];
    try {
      for (const [name, scenario] of Object.entries(scenarios)) {
        const flags = ["--scenario", scenario, "--state", join(folder, `${sides.length}.db`)];
        const server = await ServerProcess.start(fakeProgram(name, flags));
        sides.push({ name, server, createCall: await callCreator(server.origin) });
      }
      return await measure(sides, pace);
    } finally {
      await Promise.all(sides.map(({ server }) => server.end()));
      rmSync(folder, { recursive: true });
    }
  },
};

async function measure(sides: readonly Side[], pace: Pace): Promise<Findings> {
  const count = Math.ceil(changesInTurn * pace.effort);
  for (const { createCall } of sides) await repeat(createCall, changesInTurn);
  const cpuTimes = new Map<string, number[]>(sides.map(({ name }) => [name, []]));
  const times = await takeTurns(sides, pace.rounds, async ({ name, server, createCall }) => {
    const cpuBefore = await server.cpuMicroseconds();
    const startMs = performance.now();
    await repeat(createCall, count);
    const milliseconds = performance.now() - startMs;
    cpuTimes.get(name)?.push(((await server.cpuMicroseconds()) - cpuBefore) / 1_000 / count);
    return milliseconds / count;
  });
  const named = (samples: typeof times, suffix: string) =>
    entriesOf(samples, { unit: "ms", reference }).map((entry) => ({ ...entry, name: `${entry.name}: ${suffix}` }));
  const measured = ratioOf(times, "10,000 calls", reference);
  return {
    entries: [...named(times, "time"), ...named(cpuTimes, "CPU time")],
    targets: [atMost(3, "×", { what: "a change among 10,000 calls, in units of one without calls", measured })],
  };
}

async function repeat(work: () => Promise<void>, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await work();
}
