import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasRedisServer, howToGetRedis, startRedis } from "../../../examples/bulk-queue/src/redis-server.ts";
import { atLeast, type Benchmark } from "../harness/benchmark.ts";
import { entriesOf, ratioOf } from "../harness/samples.ts";
import { compareSubjects, type SubjectsOptions } from "../harness/subject.ts";
import { batchSize } from "../subjects/queue.ts";

const reference = "a bare SET";

const work: SubjectsOptions = {
  module: "queue.ts",
  names: ["ours", reference],
  warmUpCount: 4,
  count: 2,
  read: ({ wallMicroseconds }, count) => (count * batchSize * 1_000_000) / wallMicroseconds,
};

export const queue: Benchmark = {
  name: "queue",
  title: "A recording through the queues of examples/bulk-queue",
  method:
    "Recordings a second from the feeder through both queues and the ledger, by two worker processes whose service is a canned `fetch`; in units of SET commands that one connection sends one after the other to the same Redis. As the example advises, the queues' Redis syncs each second, and the ledger's before each answer. Each creation is counted: the row fails when there is one too many.",
  async run(pace) {
    if (!hasRedisServer()) return { entries: [], targets: [], notes: [howToGetRedis] };
    const folder = await mkdtemp(join(tmpdir(), "bench-"));
    const servers = await startServers(folder);
    try {
      const samples = await compareSubjects(work, pace);
      const measured = ratioOf(samples, "ours", reference);
      return {
        entries: entriesOf(samples, { unit: "/s", reference }),
        targets: [atLeast(0.07, "×", { what: "recordings a second, in units of bare SETs", measured })],
      };
    } finally {
      await Promise.all(servers.map((server) => server.kill()));
      await rm(folder, { recursive: true });
    }
  },
};

/** A server of the queues, and one of the ledger. The subjects' processes inherit their addresses. */
async function startServers(folder: string) {
  const queues = await startRedis(await mkdtemp(join(folder, "queues-")), { appendfsync: "everysec" });
  const ledger = await startRedis(await mkdtemp(join(folder, "ledger-")), { appendfsync: "always" });
  Object.assign(process.env, { REDIS_URL: queues.url, LEDGER_REDIS_URL: ledger.url });
  return [queues, ledger];
}
