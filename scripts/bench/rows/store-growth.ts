import type { Benchmark, Entry, Pace } from "../harness/benchmark.ts";
import { atMost, compareSubjects, ratioOf } from "../harness/comparison.ts";
import { hasPeer } from "../harness/peers.ts";
import type { Samples } from "../harness/rounds.ts";
import { spreadOf } from "../harness/statistics.ts";
import { largeSize, lookUpsAtOnce, smallSize } from "../subjects/stores.ts";

export const storeGrowth: Benchmark = {
  name: "store-growth",
  title: "Look-up by id as the store grows from 1,000 to 1,000,000 calls",
  isSlow: true,
  method:
    "CPU time of a look-up, by the ids of 1,000 calls from all over the store, read out of bytes as requests bring them; the ratio is that of the large store to the small one.",
  async run(pace) {
    const indexed = await compareStores(["ours", "Map"], pace);
    const scanned = hasPeer("@msw/data") && !pace.isQuick ? await compareStores(["@msw/data"], pace) : new Map();
    const growth = ratioOf(indexed, `ours ${largeSize}`, `ours ${smallSize}`);
    const besideMap = ratioOf(indexed, `ours ${largeSize}`, `Map ${largeSize}`);
    return {
      entries: ["ours", "Map", "@msw/data"].flatMap((store) => entriesOf(store, new Map([...indexed, ...scanned]))),
      targets: [
        atMost(4, "×", { what: "a look-up among 1,000,000, in units of one among 1,000", measured: growth }),
        atMost(5, "×", { what: "a look-up among 1,000,000, in units of a Map's", measured: besideMap }),
      ],
    };
  },
};

function compareStores(stores: readonly string[], pace: Pace): Promise<Samples> {
  const lookUps = lookUpsAtOnce[stores[0] ?? ""] ?? 1;
  const isScan = lookUps < 100;
  return compareSubjects(
    {
      module: "stores.ts",
      names: stores.flatMap((store) => [`${store} ${smallSize}`, `${store} ${largeSize}`]),
      warmUpCount: isScan ? 1 : 50,
      count: isScan ? 1 : 100,
      nodeFlags: ["--max-old-space-size=8192"],
      read: ({ cpuMicroseconds }, count) => (cpuMicroseconds * 1_000) / count / lookUps,
    },
    pace,
  );
}

function entriesOf(store: string, samples: Samples): Entry[] {
  const small = `${store} ${smallSize}`;
  const large = `${store} ${largeSize}`;
  if (!samples.has(small)) return [];
  const [valueOfSmall, valueOfLarge] = [small, large].map((name) => spreadOf(samples.get(name) ?? []));
  if (!valueOfSmall || !valueOfLarge) return [];
  return [
    { name: `${store}, 1,000`, value: valueOfSmall, unit: "ns" },
    { name: `${store}, 1,000,000`, value: valueOfLarge, unit: "ns", ratio: ratioOf(samples, large, small) },
  ];
}
