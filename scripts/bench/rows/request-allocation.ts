import type { Benchmark } from "../harness/benchmark.ts";
import { atMost, compareSubjects, entriesOf } from "../harness/comparison.ts";
import { spreadOf } from "../harness/statistics.ts";
import { clientPeers } from "./clients.ts";

/** Enough memory for young objects that no collection runs in a turn: the heap then grows by all that was allocated. */
const nodeFlags = ["--expose-gc", "--min-semi-space-size=256", "--max-semi-space-size=256"];

export const requestAllocation: Benchmark = {
  name: "request-allocation",
  title: "Allocation of one request",
  method: "Growth of the heap a request, with no collection in between.",
  async run(pace) {
    const samples = await compareSubjects(
      {
        module: "clients.ts",
        names: ["ours", ...clientPeers(), "raw fetch"],
        warmUpCount: 5_000,
        count: 1_000,
        nodeFlags,
        read: ({ allocatedBytes }, count) => allocatedBytes / count / 1_000,
      },
      pace,
    );
    return {
      entries: entriesOf(samples, { unit: "kB", reference: "openapi-fetch" }),
      targets: [atMost(24, "kB", { what: "allocation of one request", measured: spreadOf(samples.get("ours") ?? []) })],
    };
  },
};
