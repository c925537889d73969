import { describe, expect, test, vi } from "vitest";
import { addRecordings } from "../src/add-recordings.ts";
import { RedisJournal } from "../src/journal.ts";
import { submitQueue } from "../src/queues.ts";
import { startMachines } from "./machines.ts";
import { createdKeys } from "./recordings.ts";
import { useRedis, withRedis } from "./redis.ts";

describe("a Redis that is killed", withRedis, () => {
  const used = useRedis();

  test("and started again, three times while two workers are busy, costs no recording and creates none twice", async () => {
    const count = 200;
    const { server, redis } = used();
    const machines = await startMachines(server.url, {
      progression: { mode: "time", processingMs: 300, pendingMs: 300 },
    });
    machines.service.faults.inject({ operation: "createCall", latencyMs: 20 });
    // Longer than a restart, so that no job is taken from a worker that lives.
    const environment = { SUBMITS_PER_SECOND: "60", LOCK_DURATION_MS: "3000" };
    const workers = [machines.startWorker(environment), machines.startWorker(environment)];
    const recordings = machines.recordings(count);
    const adding = addRecordings(recordings, redis, { lookEveryMs: 50 });
    for (const atCalls of [20, 80, 140]) {
      await vi.waitUntil(() => createdKeys(machines.service).length >= atCalls, { timeout: 60_000, interval: 5 });
      await server.restart();
    }
    await adding;

    const queue = submitQueue(redis);
    const saved = () => new Set(workers.flatMap((worker) => worker.saved));
    await vi.waitUntil(
      async () => {
        // On a busy machine a restart may take longer still: then a job is given up while its call is being created.
        for (const job of await queue.getFailed()) await job.retry();
        return saved().size === count;
      },
      { timeout: 120_000, interval: 500 },
    );
    const created = createdKeys(machines.service);
    expect(created.length).toBe(new Set(created).size);
    // What was under way when the connection broke was repeated.
    expect(await new RedisJournal(redis).uncertainCreations()).toEqual([]);
    await queue.close();
  });
});
