import { type Benchmark, manyTurns } from "../harness/benchmark.ts";
import { atMost, compareSubjects, cpuMicroseconds, entriesOf, ratioOf } from "../harness/comparison.ts";
import { clientPeers } from "./clients.ts";

const reference = "openapi-fetch";

export const requestOverhead: Benchmark = {
  name: "request-overhead",
  title: "CPU of one GET with a canned fetch",
  method: "CPU time a request, each client in a process of its own; in units of openapi-fetch.",
  async run(pace) {
    const names = ["ours", ...clientPeers(), "raw fetch"];
    const work = { module: "clients.ts", names, warmUpCount: 30_000, count: 2_000, read: cpuMicroseconds };
    const samples = await compareSubjects(work, manyTurns(pace));
    const measured = ratioOf(samples, "ours", reference);
    return {
      entries: entriesOf(samples, { unit: "µs", reference }),
      targets: [atMost(1.15, "×", { what: "one GET, in units of openapi-fetch", measured })],
    };
  },
};
