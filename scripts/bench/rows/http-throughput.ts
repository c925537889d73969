import type { Benchmark, Findings, Pace } from "../harness/benchmark.ts";
import { atLeast, entriesOf, ratioOf } from "../harness/comparison.ts";
import { importPeer } from "../harness/peers.ts";
import { takeTurns } from "../harness/rounds.ts";
import { ServerProcess, type ServerProgram } from "../harness/server-process.ts";
import { serverPrograms } from "../servers/programs.ts";

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
    const { servers, notes } = await startAll(await serverPrograms());
    try {
      return { ...(await measure(servers, pace)), notes };
    } finally {
      await Promise.all(servers.map((server) => server.end()));
    }
  },
};

async function startAll(programs: readonly ServerProgram[]): Promise<{ servers: ServerProcess[]; notes: string[] }> {
  const servers: ServerProcess[] = [];
  const notes: string[] = [];
  for (const program of programs) {
    await ServerProcess.start(program).then(
      (server) => servers.push(server),
      (error: Error) => notes.push(error.message),
    );
  }
  return { servers, notes };
}

async function measure(servers: readonly ServerProcess[], pace: Pace): Promise<Findings> {
  const { default: autocannon } = await importPeer<{ default: Autocannon }>("autocannon");
  const load = (server: ServerProcess) => {
    const { url, headers } = server;
    const duration = pace.isQuick ? quickTurnSeconds : turnSeconds;
    // It ends with a sample, and by default takes only one a second.
    return autocannon({ url, headers, connections, duration, sampleInt: 100 });
  };
  for (const server of servers) await load(server);
  const samples = await takeTurns(servers, pace.rounds, (server) => requestsPerCpuSecond(server, load));
  const measured = ratioOf(samples, "ours", reference);
  return {
    entries: entriesOf(samples, { unit: "requests/s", reference }),
    targets: [atLeast(0.7, "×", { what: "requests a second, in units of bare Hono", measured })],
  };
}

async function requestsPerCpuSecond(
  server: ServerProcess,
  load: (server: ServerProcess) => ReturnType<Autocannon>,
): Promise<number> {
  const beforeMicroseconds = await server.cpuMicroseconds();
  const result = await load(server);
  const cpuSeconds = ((await server.cpuMicroseconds()) - beforeMicroseconds) / 1_000_000;
  if (result.non2xx + result.errors > 0) throw new Error(`${server.name} gave answers other than 2xx.`);
  return result["2xx"] / cpuSeconds;
}
