/** The rows that compare work in processes, each of which repeats it many times: what one repetition costs. */
import { atMost, type Benchmark, manyTurns, type Target } from "../harness/benchmark.ts";
import { hasPeer } from "../harness/peers.ts";
import { entriesOf, ratioOf, type Samples, spreadOf } from "../harness/samples.ts";
import { type Cost, compareSubjects, type SubjectsOptions } from "../harness/subject.ts";
import { lookUpsAtOnce } from "../subjects/stores.ts";
import { operationCount } from "../subjects/twelve-operations.ts";

interface SubjectRow
  extends Pick<Benchmark, "name" | "title" | "method" | "isSlow">,
    Pick<SubjectsOptions, "module" | "nodeFlags" | "warmUpCount" | "count"> {
  /** The first is ours; those of a peer that is not installed are left out. */
  sides: readonly string[];
  reference: string;
  /** What one repetition costs, in all. */
  cost: { unit: string; of: (cost: Cost) => number };
  /** Whether few turns are enough, because it varies little. @default false */
  isSteady?: boolean;
  /** What is measured of the first side, or of `of`; without `beside` its own cost. */
  targets: readonly { what: string; limit: number; of?: string; beside?: string }[];
}

const cpuTime = { unit: "µs", of: ({ cpuMicroseconds }: Cost) => cpuMicroseconds };
const clients = { module: "clients.ts", sides: ["ours", "openapi-fetch", "raw fetch"], reference: "openapi-fetch" };

const rows: readonly SubjectRow[] = [
  {
    name: "request-overhead",
    title: "CPU of one GET with a canned fetch",
    method: "CPU time a request, each client in its own process; in units of openapi-fetch.",
    ...clients,
    cost: cpuTime,
    targets: [{ what: "one GET, in units of openapi-fetch", limit: 1.15, beside: "openapi-fetch" }],
    warmUpCount: 30_000,
    count: 2_000,
  },
  {
    name: "request-secrets",
    title: "CPU of one GET with another secret each time",
    method: "CPU time a request, with a new key or a new header for each; in units of one key for all.",
    module: "clients.ts",
    sides: ["ours", "ours, a new key each", "ours, a new header each"],
    reference: "ours",
    cost: cpuTime,
    targets: [
      { what: "a new key each, in units of one for all", limit: 1.3, of: "ours, a new key each", beside: "ours" },
      { what: "a new header each, in units of none", limit: 1.3, of: "ours, a new header each", beside: "ours" },
    ],
    warmUpCount: 30_000,
    count: 2_000,
  },
  {
    name: "request-allocation",
    title: "Allocation of one request",
    method: "Growth of the heap a request, with no collection in between.",
    ...clients,
    cost: { unit: "kB", of: ({ allocatedBytes }) => allocatedBytes / 1_000 },
    // Enough memory for young objects that no collection runs in a turn: the heap then grows by all that was allocated.
    nodeFlags: ["--expose-gc", "--min-semi-space-size=256", "--max-semi-space-size=256"],
    isSteady: true,
    targets: [{ what: "allocation of one request", limit: 24 }],
    warmUpCount: 5_000,
    count: 1_000,
  },
  {
    name: "journal-creation",
    title: "A creation in the journal",
    method:
      "Time of a claim and of the call that follows it, each on the disk before it is answered; in units of one row that SQLite inserts with the same settings.",
    module: "journal.ts",
    sides: ["ours", "bare insert"],
    reference: "bare insert",
    cost: { unit: "µs", of: ({ wallMicroseconds }) => wallMicroseconds },
    isSteady: true,
    targets: [{ what: "claim and created, in units of a bare insert", limit: 3, beside: "bare insert" }],
    warmUpCount: 200,
    count: 200,
  },
  {
    name: "msw-adapter",
    title: "The fake through msw's `setupServer`",
    method: "CPU time a request, over all 12 operations; in units of msw handlers that answer with fixed texts.",
    module: "msw-adapter.ts",
    sides: ["ours", "bare handlers"],
    reference: "bare handlers",
    cost: { unit: "µs", of: ({ cpuMicroseconds }) => cpuMicroseconds / operationCount },
    targets: [{ what: "a request through msw, in units of bare handlers", limit: 1.15, beside: "bare handlers" }],
    warmUpCount: 30,
    count: 10,
  },
  {
    name: "fetch-adapter",
    title: "The fake as a `fetch`, a list unread",
    method: "CPU time a request; in units of a bare `new Request`, `new Response` and a read.",
    module: "fetch-adapter.ts",
    sides: ["ours", "bare pair"],
    reference: "bare pair",
    cost: cpuTime,
    targets: [{ what: "a list through `service.fetch`, in units of the bare pair", limit: 2, beside: "bare pair" }],
    warmUpCount: 30_000,
    count: 2_000,
  },
  {
    name: "store-growth",
    title: "Look-up by id as the store grows from 1,000 to 1,000,000 calls",
    method:
      "CPU time of a look-up, by the ids of 1,000 calls from all over the store, read out of bytes as requests bring them; the ratio is that of a `Map` of 1,000,000.",
    isSlow: true,
    module: "stores.ts",
    sides: ["ours, 1,000,000", "ours, 1,000", "Map, 1,000,000", "Map, 1,000"],
    reference: "Map, 1,000,000",
    cost: { unit: "ns", of: ({ cpuMicroseconds }) => (cpuMicroseconds * 1_000) / lookUpsAtOnce },
    nodeFlags: ["--max-old-space-size=8192"],
    isSteady: true,
    targets: [
      { what: "a look-up among 1,000,000, in units of one among 1,000", limit: 4, beside: "ours, 1,000" },
      { what: "a look-up among 1,000,000, in units of a Map's", limit: 5, beside: "Map, 1,000,000" },
    ],
    warmUpCount: 50,
    count: 100,
  },
];

/** A benchmark for each row of the table. */
export const subjectBenchmarks: readonly Benchmark[] = rows.map((row) => ({
  ...row,
  run: async (pace) => {
    const { sides, reference, cost, isSteady } = row;
    const names = sides.filter((side) => side !== "openapi-fetch" || hasPeer(side));
    const read: SubjectsOptions["read"] = (taken, count) => cost.of(taken) / count;
    const samples = await compareSubjects({ ...row, names, read }, isSteady ? pace : manyTurns(pace));
    return { entries: entriesOf(samples, { unit: cost.unit, reference }), targets: targetsOf(row, samples) };
  },
}));

function targetsOf({ sides: [ours = ""], cost, targets }: SubjectRow, samples: Samples): Target[] {
  return targets.map(({ what, limit, of = ours, beside }) => {
    if (beside === undefined) return atMost(limit, cost.unit, { what, measured: spreadOf(samples.get(of) ?? []) });
    return atMost(limit, "×", { what, measured: ratioOf(samples, of, beside) });
  });
}
