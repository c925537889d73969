import { atLeast, type Benchmark, type Findings, type Pace } from "../harness/benchmark.ts";
import { importPeer } from "../harness/peers.ts";
import { entriesOf, ratioOf, takeTurns } from "../harness/samples.ts";
import { ServerProcess } from "../harness/server-process.ts";
import { fakeProgram, honoProgram } from "../servers/programs.ts";

/** The part of the load generator that is used. */
type Autocannon = (options: object) => Promise<{ "2xx": number; non2xx: number; errors: number }>;

const reference = "hono";
const connections = 16;
const turnSeconds = 1;
const quickTurnSeconds = 0.4;

export const httpThroughput: Benchmark = {
  name: "http-throughput",
  title: "The fake over HTTP",
  method:
    "Requests for a list in a second of the server's CPU time, under 16 connections from another process; in units of bare Hono.",
  async run(pace) {
    const servers: ServerProcess[] = [];
    try {
      for (const program of [fakeProgram(), await honoProgram()]) servers.push(await ServerProcess.start(program));
      return await measure(servers, pace);
    } finally {
      await Promise.all(servers.map((server) => server.end()));
    }
  },
};

async function measure(servers: readonly ServerProcess[], pace: Pace): Promise<Findings> {
  const { default: autocannon } = await importPeer<{ default: Autocannon }>("autocannon");
  const duration = pace.isQuick ? quickTurnSeconds : turnSeconds;
  const requestsPerCpuSecond = async (server: ServerProcess) => {
    const { name, url, headers } = server;
    const beforeMicroseconds = await server.cpuMicroseconds();
    // It ends with a sample, and by default takes only one a second.
    const result = await autocannon({ url, headers, connections, duration, sampleInt: 100 });
    const cpuSeconds = ((await server.cpuMicroseconds()) - beforeMicroseconds) / 1_000_000;
    if (result.non2xx + result.errors > 0) throw new Error(`${name} gave answers other than 2xx.`);
    return result["2xx"] / cpuSeconds;
  };
  // Until the compilers have seen the code.
  for (const server of servers) await requestsPerCpuSecond(server);
  const samples = await takeTurns(servers, pace.rounds, requestsPerCpuSecond);
  const measured = ratioOf(samples, "ours", reference);
  return {
    entries: entriesOf(samples, { unit: "requests/s", reference }),
    targets: [atLeast(0.7, "×", { what: "requests a second, in units of bare Hono", measured })],
  };
}
