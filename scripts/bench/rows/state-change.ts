import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atMost, type Benchmark, type Findings, type Pace } from "../harness/benchmark.ts";
import { entriesOf, ratioOf, takeTurns } from "../harness/samples.ts";
import { ServerProcess } from "../harness/server-process.ts";
import { clientOf, fakeProgram } from "../servers/programs.ts";

const reference = "no calls";
const scenarios = { [reference]: "demo", "10,000 calls": "demo,busy" };
const changesInTurn = 200;

export const stateChange: Benchmark = {
  name: "state-change",
  title: "A change with `--state`",
  method:
    "Time of a creation over HTTP that is on the disk before it is answered, one after the other; in units of a store without calls.",
  async run(pace) {
    const folder = mkdtempSync(join(tmpdir(), "call-analysis-bench-state-"));
    const servers: ServerProcess[] = [];
    try {
      for (const [name, scenario] of Object.entries(scenarios)) {
        const flags = ["--scenario", scenario, "--state", join(folder, `${servers.length}.db`)];
        servers.push(await ServerProcess.start(fakeProgram(name, flags)));
      }
      return await measure(servers, pace);
    } finally {
      await Promise.all(servers.map((server) => server.end()));
      rmSync(folder, { recursive: true });
    }
  },
};

async function measure(servers: readonly ServerProcess[], pace: Pace): Promise<Findings> {
  const count = Math.ceil(changesInTurn * pace.effort);
  const sides = await Promise.all(servers.map(callCreator));
  for (const { createCalls } of sides) await createCalls(changesInTurn);
  const samples = await takeTurns(sides, pace.rounds, async ({ createCalls }) => {
    const startMs = performance.now();
    await createCalls(count);
    return (performance.now() - startMs) / count;
  });
  const measured = ratioOf(samples, "10,000 calls", reference);
  return {
    entries: entriesOf(samples, { unit: "ms", reference }),
    targets: [atMost(3, "×", { what: "a change among 10,000 calls, in units of one without calls", measured })],
  };
}

async function callCreator(server: ServerProcess) {
  const sdk = clientOf(server);
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  if (!agent || !category) throw new Error("The fake has no agent or no category.");
  const call = {
    memberId: agent.id,
    categoryId: category.id,
    audio_url: "https://recordings.example.com/1.wav",
  };
  const createCalls = async (count: number) => {
    for (let done = 0; done < count; done += 1) await sdk.calls.create(call);
  };
  return { name: server.name, createCalls };
}
