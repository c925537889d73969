import { type Benchmark, manyTurns } from "../harness/benchmark.ts";
import { atMost, compareSubjects, cpuMicroseconds, entriesOf, ratioOf } from "../harness/comparison.ts";
import { hasPeer } from "../harness/peers.ts";

const reference = "bare pair";

export const fetchAdapter: Benchmark = {
  name: "fetch-adapter",
  title: "The fake as a `fetch`, a list unread",
  method: "CPU time a request; in units of a bare `new Request`, `new Response` and a read.",
  async run(pace) {
    const names = ["ours", reference, ...(hasPeer("msw") ? ["msw getResponse"] : [])];
    const work = { module: "fetch-adapter.ts", names, warmUpCount: 30_000, count: 2_000, read: cpuMicroseconds };
    const samples = await compareSubjects(work, manyTurns(pace));
    const measured = ratioOf(samples, "ours", reference);
    return {
      entries: entriesOf(samples, { unit: "µs", reference }),
      targets: [atMost(2, "×", { what: "a list through `service.fetch`, in units of the bare pair", measured })],
    };
  },
};
