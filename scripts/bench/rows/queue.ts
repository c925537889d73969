import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasRedisServer, howToGetRedis, startRedis } from "../../../examples/bulk-queue/src/redis-server.ts";
import type { Benchmark, Findings, Pace } from "../harness/benchmark.ts";
import { atLeast, compareSubjects, entriesOf, ratioOf } from "../harness/comparison.ts";
import { batchSize } from "../subjects/queue.ts";

const reference = "a bare SET";

export const queue: Benchmark = {
  name: "queue",
  title: "A recording through the queues of examples/bulk-queue",
  method:
    "Recordings a second from the feeder through both queues and the ledger, by two worker processes whose service is a canned `fetch`; in units of SET commands that one connection sends one after the other to the same Redis. As the example advises, the queues' Redis syncs each second, and the ledger's before each answer. Each creation is counted: the row fails when there is one too many.",
  async run(pace) {
    if (!hasRedisServer()) return { entries: [], targets: [], notes: [howToGetRedis] };
    const folders = [await mkdtemp(join(tmpdir(), "bench-")), await mkdtemp(join(tmpdir(), "bench-"))] as const;
    const servers = [
      await startRedis(folders[0], { appendfsync: "everysec" }),
      await startRedis(folders[1], { appendfsync: "always" }),
    ] as const;
    // The subjects' processes inherit them.
    process.env.REDIS_URL = servers[0].url;
    process.env.LEDGER_REDIS_URL = servers[1].url;
    try {
      return await measure(pace);
    } finally {
      delete process.env.REDIS_URL;
      delete process.env.LEDGER_REDIS_URL;
      await Promise.all(servers.map((server) => server.kill()));
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
    }
  },
};

async function measure(pace: Pace): Promise<Findings> {
  const work = {
    module: "queue.ts",
    names: ["ours", reference, "a bare SET that is synced"],
    warmUpCount: 4,
    count: 2,
    read: ({ wallMicroseconds }: { wallMicroseconds: number }, count: number) =>
      (count * batchSize * 1_000_000) / wallMicroseconds,
  };
  const samples = await compareSubjects(work, pace);
  const measured = ratioOf(samples, "ours", reference);
  return {
    entries: entriesOf(samples, { unit: "/s", reference }),
    targets: [atLeast(0.07, "×", { what: "recordings a second, in units of bare SETs", measured })],
  };
}
