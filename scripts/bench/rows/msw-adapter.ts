import { type Benchmark, manyTurns } from "../harness/benchmark.ts";
import { atMost, compareSubjects, entriesOf, ratioOf } from "../harness/comparison.ts";
import { operationCount } from "../subjects/twelve-operations.ts";

const reference = "bare handlers";

export const mswAdapter: Benchmark = {
  name: "msw-adapter",
  title: "The fake through msw's `setupServer`",
  method: "CPU time a request, over all 12 operations; in units of msw handlers that answer with fixed texts.",
  async run(pace) {
    const samples = await compareSubjects(
      {
        module: "msw-adapter.ts",
        names: ["ours", reference],
        warmUpCount: 30,
        count: 10,
        read: ({ cpuMicroseconds }, count) => cpuMicroseconds / count / operationCount,
      },
      manyTurns(pace),
    );
    const measured = ratioOf(samples, "ours", reference);
    return {
      entries: entriesOf(samples, { unit: "µs", reference }),
      targets: [atMost(1.15, "×", { what: "a request through msw, in units of bare handlers", measured })],
    };
  },
};
