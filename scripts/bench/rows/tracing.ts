import { type Benchmark, manyTurns } from "../harness/benchmark.ts";
import { atMost, compareSubjects, cpuMicroseconds, entriesOf, ratioOf } from "../harness/comparison.ts";

const reference = "ours, without tracing";

export const tracing: Benchmark = {
  name: "tracing",
  title: "CPU of one GET while nobody listens to the traces",
  method:
    "CPU time a request with a canned `fetch`; in units of the same client, bundled without the code that traces. The last side has a subscriber that does nothing.",
  async run(pace) {
    const names = ["ours", reference, "ours, with a subscriber"];
    const work = { module: "tracing.ts", names, warmUpCount: 30_000, count: 2_000, read: cpuMicroseconds };
    const samples = await compareSubjects(work, manyTurns(pace));
    const measured = ratioOf(samples, "ours", reference);
    return {
      entries: entriesOf(samples, { unit: "µs", reference }),
      targets: [atMost(1.05, "×", { what: "one GET without a subscriber, in units of one without tracing", measured })],
    };
  },
};
