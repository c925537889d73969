import { type Benchmark, manyTurns } from "../harness/benchmark.ts";
import { atMost, compareSubjects, cpuMicroseconds, entriesOf, ratioOf } from "../harness/comparison.ts";

const reference = "ours, replayable";

export const creation: Benchmark = {
  name: "creation",
  title: "CPU of one POST /calls that no runtime can repeat",
  method:
    "CPU time a creation over a real connection; in units of the same client with a body that could be sent again.",
  async run(pace) {
    const work = {
      module: "creation.ts",
      names: ["ours", reference, "raw fetch"],
      warmUpCount: 3_000,
      count: 500,
      read: cpuMicroseconds,
    };
    const samples = await compareSubjects(work, manyTurns(pace));
    const measured = ratioOf(samples, "ours", reference);
    return {
      entries: entriesOf(samples, { unit: "µs", reference }),
      targets: [
        atMost(1.3, "×", { what: "a creation that is sent once, in units of one that could be repeated", measured }),
      ],
    };
  },
};
