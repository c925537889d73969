/** How long a batch of inputs that an earlier run has finished keeps everything else of its process waiting. */

import type { SecondRun } from "../finished-batch/second-run.ts";
import { atMost, type Benchmark } from "../harness/benchmark.ts";
import { benchPath } from "../harness/paths.ts";
import { spreadOf } from "../harness/samples.ts";
import { resultOf } from "../harness/subject.ts";

const count = 100_000;
const quickCount = 5_000;

export const finishedBatch: Benchmark = {
  name: "finished-batch",
  title: "A batch of 100,000 inputs that an earlier run has finished",
  method:
    "The longest time between two ticks of a timer of 20 ms, while a batch goes once more over inputs whose calls its journal has; each analysis is read again, by a canned `fetch`.",
  async run({ isQuick }) {
    const program = benchPath("finished-batch/second-run.ts");
    const runs: SecondRun[] = [];
    for (let round = 0; round < (isQuick ? 1 : 3); round += 1)
      runs.push(await resultOf<SecondRun>(program, [String(isQuick ? quickCount : count)]));
    const of = (figure: keyof SecondRun) => spreadOf(runs.map((run) => run[figure]));
    return {
      entries: [
        { name: "longest time without a tick", value: of("longestGapMs"), unit: "ms" },
        { name: "whole run", value: of("seconds"), unit: "s" },
        { name: "growth of the heap", value: of("heapGrowthMib"), unit: "MiB" },
      ],
      targets: [atMost(100, "ms", { what: "longest time without a tick", measured: of("longestGapMs") })],
    };
  },
};
