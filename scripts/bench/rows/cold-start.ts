import { atMost, type Benchmark } from "../harness/benchmark.ts";
import { entriesOf, ratioOf, takeTurns } from "../harness/samples.ts";
import { ServerProcess, type ServerProgram } from "../harness/server-process.ts";
import { fakeProgram, honoProgram } from "../servers/programs.ts";

export const coldStart: Benchmark = {
  name: "cold-start",
  title: "Cold start of the fake",
  method: "From the start of the process to the end of its first good answer; in units of bare Hono.",
  async run({ rounds }) {
    const programs = [fakeProgram(), await honoProgram()];
    const samples = await takeTurns(programs, rounds, startMilliseconds);
    const measured = ratioOf(samples, "ours", "hono");
    return {
      entries: entriesOf(samples, { unit: "ms", reference: "hono" }),
      targets: [atMost(1.4, "×", { what: "cold start, in units of bare Hono", measured })],
    };
  },
};

async function startMilliseconds(program: ServerProgram): Promise<number> {
  const server = await ServerProcess.start(program, { tellsCpu: false });
  await server.end();
  return server.startMilliseconds;
}
