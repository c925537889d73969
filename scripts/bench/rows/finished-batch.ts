/** How long a batch of inputs that an earlier run has finished keeps everything else of its process waiting. */

import { watchTicks } from "../finished-batch/longest-gap.ts";
import type { SecondRun } from "../finished-batch/second-run.ts";
import { atMost, type Benchmark } from "../harness/benchmark.ts";
import { benchPath } from "../harness/paths.ts";
import { exactly } from "../harness/samples.ts";
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
    const idleGap = watchTicks();
    const run = await resultOf<SecondRun>(program, [String(isQuick ? quickCount : count)]);
    const measured = exactly(run.longestGapMs);
    return {
      entries: [
        { name: "longest time without a tick", value: measured, unit: "ms" },
        { name: "the same of an idle process meanwhile", value: exactly(idleGap()), unit: "ms" },
        { name: "whole run", value: exactly(run.seconds), unit: "s" },
        { name: "growth of the heap", value: exactly(run.heapGrowthMib), unit: "MiB" },
      ],
      targets: [atMost(100, "ms", { what: "longest time without a tick", measured })],
    };
  },
};
