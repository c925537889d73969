/** The rows that compare work in processes, each of which repeats it many times: what one repetition costs. */
import { type Benchmark, manyTurns } from "../harness/benchmark.ts";
import { atMost, compareSubjects, entriesOf, ratioOf, type SubjectsOptions } from "../harness/comparison.ts";
import { hasPeer } from "../harness/peers.ts";
import { spreadOf } from "../harness/statistics.ts";
import { operationCount } from "../subjects/twelve-operations.ts";
import { clientPeers } from "./clients.ts";

type SubjectRow = Pick<Benchmark, "name" | "title" | "method"> &
  Pick<SubjectsOptions, "module" | "nodeFlags" | "warmUpCount" | "count"> & {
    /** All but ours. */
    others: () => string[];
    reference: string;
    /** What one repetition costs. @default its CPU time in microseconds */
    cost?: { unit: string; read: SubjectsOptions["read"] };
    /** Whether few turns are enough, because it varies little. @default false */
    isSteady?: boolean;
    /** The target: the most that ours may cost, in the unit of the cost or in units of the reference. */
    target: { what: string; limit: number; unit: "×" | "kB" };
  };

const cpuTime = {
  unit: "µs",
  read: ({ cpuMicroseconds }, count) => cpuMicroseconds / count,
} satisfies SubjectRow["cost"];

const rows: readonly SubjectRow[] = [
  {
    name: "request-overhead",
    title: "CPU of one GET with a canned fetch",
    method: "CPU time a request, each client in its own process; in units of openapi-fetch.",
    module: "clients.ts",
    others: () => [...clientPeers(), "raw fetch"],
    reference: "openapi-fetch",
    target: { what: "one GET, in units of openapi-fetch", limit: 1.15, unit: "×" },
    warmUpCount: 30_000,
    count: 2_000,
  },
  {
    name: "request-allocation",
    title: "Allocation of one request",
    method: "Growth of the heap a request, with no collection in between.",
    module: "clients.ts",
    others: () => [...clientPeers(), "raw fetch"],
    reference: "openapi-fetch",
    cost: { unit: "kB", read: ({ allocatedBytes }, count) => allocatedBytes / count / 1_000 },
    // Enough memory for young objects that no collection runs in a turn: the heap then grows by all that was allocated.
    nodeFlags: ["--expose-gc", "--min-semi-space-size=256", "--max-semi-space-size=256"],
    isSteady: true,
    target: { what: "allocation of one request", limit: 24, unit: "kB" },
    warmUpCount: 5_000,
    count: 1_000,
  },
  {
    name: "tracing",
    title: "CPU of one GET while nobody listens to the traces",
    method:
      "CPU time a request with a canned `fetch`; in units of the same client, bundled without the code that traces. The last side has a subscriber that does nothing.",
    module: "tracing.ts",
    others: () => ["ours, without tracing", "ours, with a subscriber"],
    reference: "ours, without tracing",
    target: { what: "one GET without a subscriber, in units of one without tracing", limit: 1.05, unit: "×" },
    warmUpCount: 30_000,
    count: 2_000,
  },
  {
    name: "creation",
    title: "CPU of one POST /calls that no runtime can repeat",
    method:
      "CPU time a creation over a real connection; in units of the same client with a body that could be sent again.",
    module: "creation.ts",
    others: () => ["ours, replayable", "raw fetch"],
    reference: "ours, replayable",
    target: { what: "a creation that is sent once, in units of one that could be repeated", limit: 1.3, unit: "×" },
    warmUpCount: 3_000,
    count: 500,
  },
  {
    name: "msw-adapter",
    title: "The fake through msw's `setupServer`",
    method: "CPU time a request, over all 12 operations; in units of msw handlers that answer with fixed texts.",
    module: "msw-adapter.ts",
    others: () => ["bare handlers"],
    reference: "bare handlers",
    cost: { unit: "µs", read: ({ cpuMicroseconds }, count) => cpuMicroseconds / count / operationCount },
    target: { what: "a request through msw, in units of bare handlers", limit: 1.15, unit: "×" },
    warmUpCount: 30,
    count: 10,
  },
  {
    name: "fetch-adapter",
    title: "The fake as a `fetch`, a list unread",
    method: "CPU time a request; in units of a bare `new Request`, `new Response` and a read.",
    module: "fetch-adapter.ts",
    others: () => ["bare pair", ...(hasPeer("msw") ? ["msw getResponse"] : [])],
    reference: "bare pair",
    target: { what: "a list through `service.fetch`, in units of the bare pair", limit: 2, unit: "×" },
    warmUpCount: 30_000,
    count: 2_000,
  },
];

/** A benchmark for each row of the table. */
export const subjectBenchmarks: readonly Benchmark[] = rows.map(benchmarkOf);

function benchmarkOf({
  name,
  title,
  method,
  others,
  reference,
  cost = cpuTime,
  isSteady,
  target,
  ...work
}: SubjectRow): Benchmark {
  return {
    name,
    title,
    method,
    async run(pace) {
      const sides = { ...work, names: ["ours", ...others()], read: cost.read };
      const samples = await compareSubjects(sides, isSteady ? pace : manyTurns(pace));
      const measured = target.unit === "×" ? ratioOf(samples, "ours", reference) : spreadOf(samples.get("ours") ?? []);
      return {
        entries: entriesOf(samples, { unit: cost.unit, reference }),
        targets: [atMost(target.limit, target.unit, { what: target.what, measured })],
      };
    },
  };
}
