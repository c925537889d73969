/** What is measured: who is compared, and what the targets are. A row is here when somebody decides by its figure. */

/** A figure that the programs print, and how it is shown. */
export interface Figure {
  /** As the programs name it. */
  key: string;
  name: string;
  unit: string;
  /** What the printed number is divided by. @default 1 */
  per?: number;
}

/** What was aimed at, of the first figure unless another is named, and of a side's own or in units of another. */
export interface Target {
  side: string;
  beside?: string;
  figure?: string;
  limit: number;
  direction?: "at least";
}

/** One row of the results. */
export interface Row {
  /** For `--only`. */
  name: string;
  title: string;
  method: string;
  /** A program of the folder `programs` with its parameters, by the name of the side. */
  sides: Readonly<Record<string, readonly string[]>>;
  /** The side in whose units the first figure of all is shown. */
  reference?: string;
  figures: readonly [Figure, ...Figure[]];
  targets: readonly Target[];
  rounds: number;
  nodeFlags?: readonly string[];
  /** Whether a quick look leaves it out. @default false */
  isSlow?: boolean;
}

const cpuTime: Figure = { key: "cpuMicroseconds", name: "CPU time", unit: "µs" };

/** The sides of a module whose work is repeated. */
function repeated(module: string, sides: readonly string[], { warmUp, count }: { warmUp: number; count: number }) {
  const parameters = (side: string) => ["repeat.ts", `./${module}`, side, String(warmUp), String(count)];
  return Object.fromEntries(sides.map((side) => [side, parameters(side)]));
}

const requests = { warmUp: 30_000, count: 20_000 };

/** The fake and Hono under the same requests, by the name of a task of `server.ts`. */
function overHttp(task: string, { what, limit }: { what: string; limit: number }): Row {
  return {
    name: `http-${task}`,
    title: `The fake over HTTP: ${task}`,
    method: `${what} in a second of the server's CPU time, under 16 connections from another process; in units of bare Hono.`,
    sides: { ours: ["server.ts", "ours", task], hono: ["server.ts", "hono", task] },
    reference: "hono",
    figures: [{ key: "requestsPerCpuSecond", name: "requests", unit: "requests/s" }],
    targets: [{ side: "ours", beside: "hono", limit, direction: "at least" }],
    rounds: 5,
  };
}

export const rows: readonly Row[] = [
  {
    name: "request-overhead",
    title: "CPU of one GET with a canned fetch",
    method: "CPU time a request; in units of openapi-fetch.",
    sides: repeated("clients.ts", ["ours", "openapi-fetch"], requests),
    reference: "openapi-fetch",
    figures: [cpuTime],
    targets: [{ side: "ours", beside: "openapi-fetch", limit: 1.15 }],
    rounds: 21,
  },
  {
    name: "request-secrets",
    title: "CPU of one GET with another secret each time",
    method: "CPU time a request, with a new key or a new header for each; in units of one key for all.",
    sides: repeated("clients.ts", ["ours", "ours, a new key each", "ours, a new header each"], requests),
    reference: "ours",
    figures: [cpuTime],
    targets: [
      { side: "ours, a new key each", beside: "ours", limit: 1.3 },
      { side: "ours, a new header each", beside: "ours", limit: 1.3 },
    ],
    rounds: 21,
  },
  {
    name: "request-allocation",
    title: "Allocation of one request",
    method: "Growth of the heap a request, with no collection in between.",
    sides: repeated("clients.ts", ["ours", "openapi-fetch"], { warmUp: 5_000, count: 1_000 }),
    reference: "openapi-fetch",
    figures: [{ key: "allocatedBytes", name: "allocation", unit: "kB", per: 1_000 }],
    targets: [{ side: "ours", limit: 24 }],
    rounds: 5,
    // Enough memory for young objects that no collection runs in a turn: the heap then grows by all that was allocated.
    nodeFlags: ["--expose-gc", "--min-semi-space-size=256", "--max-semi-space-size=256"],
  },
  {
    name: "journal-creation",
    title: "A creation in the journal",
    method:
      "Time of a claim and of the call that follows it, each on the disk before it is answered; in units of one row that SQLite inserts with the same settings.",
    sides: repeated("journal.ts", ["ours", "bare insert"], { warmUp: 200, count: 400 }),
    reference: "bare insert",
    figures: [{ key: "wallMicroseconds", name: "time", unit: "µs" }],
    targets: [{ side: "ours", beside: "bare insert", limit: 3 }],
    rounds: 7,
  },
  {
    name: "msw-adapter",
    title: "The fake through msw's `setupServer`",
    method: "CPU time a request, over all 12 operations; in units of msw handlers that answer with fixed texts.",
    sides: repeated("msw-adapter.ts", ["ours", "bare handlers"], { warmUp: 30, count: 40 }),
    reference: "bare handlers",
    figures: [{ ...cpuTime, per: 12 }],
    targets: [{ side: "ours", beside: "bare handlers", limit: 1.12 }],
    rounds: 11,
  },
  {
    name: "fetch-adapter",
    title: "The fake as a `fetch`, a list unread",
    method: "CPU time a request; in units of a bare `new Request`, `new Response` and a read.",
    sides: repeated("fetch-adapter.ts", ["ours", "bare pair"], requests),
    reference: "bare pair",
    figures: [cpuTime],
    targets: [{ side: "ours", beside: "bare pair", limit: 1.5 }],
    rounds: 11,
  },
  {
    name: "store-growth",
    title: "Look-up by id as the store grows from 1,000 to 1,000,000 calls",
    method:
      "CPU time of a look-up, by the ids of 1,000 calls from all over the store, read out of bytes as requests bring them; the ratio is that of a `Map` of 1,000,000.",
    sides: repeated("stores.ts", ["ours, 1,000,000", "ours, 1,000", "Map, 1,000,000", "Map, 1,000"], {
      warmUp: 50,
      count: 200,
    }),
    reference: "Map, 1,000,000",
    figures: [{ ...cpuTime, unit: "ns", per: 4.096 }],
    targets: [
      { side: "ours, 1,000,000", beside: "ours, 1,000", limit: 4 },
      { side: "ours, 1,000,000", beside: "Map, 1,000,000", limit: 4 },
    ],
    rounds: 5,
    nodeFlags: ["--max-old-space-size=8192"],
    isSlow: true,
  },
  {
    name: "import-cost",
    title: "Import of the package",
    method:
      "CPU time of a whole process of Node 20 that runs a module which imports the package, in units of one whose module imports nothing.",
    sides: {
      "empty process": ["import-cost.ts", ""],
      "@call-analysis/sdk": ["import-cost.ts", "@call-analysis/sdk"],
      "openapi-fetch": ["import-cost.ts", "openapi-fetch"],
    },
    reference: "empty process",
    figures: [{ key: "milliseconds", name: "CPU time", unit: "ms" }],
    targets: [{ side: "@call-analysis/sdk", beside: "empty process", limit: 1.1 }],
    rounds: 41,
  },
  {
    name: "upload-beside-heap",
    title: "Upload of 1 GiB from disk, in a process that holds 300 MB",
    method:
      "CPU time and time for one GiB, and the memory that the upload adds; beside a bare pipe into node:http that reads 1 MiB at a time.",
    sides: { ours: ["upload.js", "ours"], pipe: ["upload.js", "pipe"] },
    figures: [
      { key: "cpuSeconds", name: "CPU time", unit: "s a GiB" },
      { key: "seconds", name: "time", unit: "s a GiB" },
      { key: "addedRssMib", name: "memory on top", unit: "MiB" },
    ],
    targets: [
      { side: "ours", limit: 3.5 },
      { side: "ours", figure: "addedRssMib", limit: 75 },
    ],
    rounds: 5,
    nodeFlags: ["--expose-gc"],
  },
  {
    name: "finished-batch",
    title: "A batch of 100,000 inputs that an earlier run has finished",
    method:
      "The longest time between two ticks of a timer of 20 ms, while a batch goes once more over inputs whose calls its journal has; each analysis is read again, by a canned `fetch`.",
    sides: { ours: ["finished-batch.ts"] },
    figures: [
      { key: "longestGapMs", name: "longest time without a tick", unit: "ms" },
      { key: "seconds", name: "whole run", unit: "s" },
    ],
    targets: [{ side: "ours", limit: 100 }],
    rounds: 1,
  },
  overHttp("list", { what: "Requests for a list", limit: 0.85 }),
  overHttp("grant", { what: "Requests for an upload URL", limit: 0.6 }),
  overHttp("create", { what: "Requests that create a call", limit: 0.5 }),
  overHttp("upload", { what: "Uploads of 200 kB", limit: 0.5 }),
  {
    name: "cold-start",
    title: "Cold start of the fake",
    method: "From the start of the process to the end of its first good answer; in units of bare Hono.",
    sides: { ours: ["server.ts", "ours"], hono: ["server.ts", "hono"] },
    reference: "hono",
    figures: [{ key: "milliseconds", name: "time", unit: "ms" }],
    targets: [{ side: "ours", beside: "hono", limit: 1.25 }],
    rounds: 11,
  },
];
