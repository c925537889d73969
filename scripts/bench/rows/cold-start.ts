import type { Benchmark } from "../harness/benchmark.ts";
import { atMost, entriesOf, ratioOf } from "../harness/comparison.ts";
import { takeTurns } from "../harness/rounds.ts";
import { ServerProcess, type ServerProgram } from "../harness/server-process.ts";
import { serverPrograms } from "../servers/programs.ts";

const compared = new Set(["ours", "hono", "prism", "mockoon"]);
const comparedQuickly = new Set(["ours", "hono"]);

export const coldStart: Benchmark = {
  name: "cold-start",
  title: "Cold start of the fake",
  method: "From the start of the process to the end of its first good answer; in units of bare Hono.",
  async run(pace) {
    const wanted = pace.isQuick ? comparedQuickly : compared;
    const programs = (await serverPrograms()).filter(({ name }) => wanted.has(name));
    const samples = await takeTurns(programs, pace.rounds, startMilliseconds);
    const measured = ratioOf(samples, "ours", "hono");
    return {
      entries: entriesOf(samples, { unit: "ms", reference: "hono" }),
      targets: [atMost(1.5, "×", { what: "cold start, in units of bare Hono", measured })],
    };
  },
};

async function startMilliseconds(program: ServerProgram): Promise<number> {
  const server = await ServerProcess.start(program, { tellsCpu: false });
  await server.end();
  return server.startMilliseconds;
}
