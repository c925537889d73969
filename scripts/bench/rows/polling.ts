import type { Benchmark, Entry } from "../harness/benchmark.ts";
import { atMost } from "../harness/comparison.ts";
import { benchPath } from "../harness/folders.ts";
import { hasPeer } from "../harness/peers.ts";
import { resultOf } from "../harness/result-of.ts";
import { spreadOf } from "../harness/statistics.ts";
import type { PollingResult } from "../polling/simulate.ts";

const shortMs = 2_000;
const longMs = 60_000;
const seeds = [1, 2, 3];
const program = benchPath("polling/simulate.ts");

export const polling: Benchmark = {
  name: "polling",
  title: "Waiting for a batch of 1,000",
  method:
    "The real clients in virtual time, against lognormal service times of a median of 2 s and of 60 s; assemblyai in as many places.",
  async run() {
    const clients = ["ours", ...(hasPeer("assemblyai") ? ["assemblyai"] : [])];
    const short = await simulateAll(clients, shortMs);
    const long = await simulateAll(clients, longMs);
    const ours = { short: spreadsOf(short.get("ours") ?? []), long: spreadsOf(long.get("ours") ?? []) };
    return {
      entries: [...entriesOf("at 2 s", short), ...entriesOf("at 60 s", long)],
      targets: [
        atMost(1.1, "×", { what: "time of the batch over the ideal, at 2 s", measured: ours.short.batchOverIdeal }),
        atMost(6, "", { what: "requests a call, at 2 s", measured: ours.short.pollsPerCall }),
        atMost(8, "", { what: "requests a call, at 60 s", measured: ours.long.pollsPerCall }),
      ],
    };
  },
};

async function simulateAll(clients: readonly string[], medianMs: number): Promise<Map<string, PollingResult[]>> {
  const results = new Map<string, PollingResult[]>();
  for (const client of clients) {
    results.set(
      client,
      await Promise.all(
        seeds.map((seed) => resultOf<PollingResult>(program, [client, String(medianMs), String(seed)])),
      ),
    );
  }
  return results;
}

function spreadsOf(results: readonly PollingResult[]) {
  return {
    pollsPerCall: spreadOf(results.map(({ pollsPerCall }) => pollsPerCall)),
    delaySeconds: spreadOf(results.map(({ delaySeconds }) => delaySeconds)),
    batchOverIdeal: spreadOf(results.map(({ batchOverIdeal }) => batchOverIdeal)),
  };
}

function entriesOf(when: string, results: ReadonlyMap<string, readonly PollingResult[]>): Entry[] {
  return [...results].flatMap(([client, found]) => {
    const { pollsPerCall, delaySeconds, batchOverIdeal } = spreadsOf(found);
    return [
      { name: `${client}, ${when}: requests a call`, value: pollsPerCall, unit: "" },
      { name: `${client}, ${when}: delay after completion`, value: delaySeconds, unit: "s" },
      { name: `${client}, ${when}: batch over the ideal`, value: batchOverIdeal, unit: "×" },
    ];
  });
}
