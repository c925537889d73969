/** What waiting for analyses takes, in virtual time. */
import { atMost, type Benchmark, type Entry, type Spread } from "../harness/benchmark.ts";
import { benchPath } from "../harness/paths.ts";
import { spreadOf } from "../harness/samples.ts";
import { resultOf } from "../harness/subject.ts";
import type { BatchResult } from "../polling/simulate.ts";

const shortMs = 2_000;
const longMs = 60_000;

export const polling: Benchmark = {
  name: "polling",
  title: "Waiting for a batch of 1,000",
  method:
    "The client in virtual time, against lognormal service times of a median of 2 s and of 60 s. The ideal batch knows of each end at once.",
  async run() {
    const short = await simulated(shortMs);
    const long = await simulated(longMs);
    return {
      entries: [...entriesOf("at 2 s", short), ...entriesOf("at 60 s", long)],
      targets: [
        atMost(1.1, "×", { what: "time of the batch over the ideal, at 2 s", measured: short("batchOverIdeal") }),
        atMost(6, "", { what: "requests a call, at 2 s", measured: short("pollsPerCall") }),
        atMost(8, "", { what: "requests a call, at 60 s", measured: long("pollsPerCall") }),
      ],
    };
  },
};

/** Three simulations, each in its own process. */
async function simulated(medianMs: number) {
  const program = benchPath("polling/simulate.ts");
  const results = await Promise.all(
    ["1", "2", "3"].map((seed) => resultOf<BatchResult>(program, [String(medianMs), seed])),
  );
  return (figure: keyof BatchResult): Spread => spreadOf(results.map((result) => Number(result[figure])));
}

function entriesOf(when: string, of: (figure: keyof BatchResult) => Spread): Entry[] {
  return [
    { name: `${when}: requests a call`, value: of("pollsPerCall"), unit: "" },
    { name: `${when}: delay after completion`, value: of("delaySeconds"), unit: "s" },
    { name: `${when}: batch over the ideal`, value: of("batchOverIdeal"), unit: "×" },
  ];
}
