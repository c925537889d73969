import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { addRecordings } from "../src/add-recordings.ts";
import { RedisJournal } from "../src/journal.ts";
import { countUnfinished, settingsOf, submitQueue } from "../src/queues.ts";
import { startMachines } from "./machines.ts";
import { createdKeys } from "./recordings.ts";
import { useRedis, withRedis } from "./redis.ts";

describe("a worker process", withRedis, () => {
  const used = useRedis();

  test("that is asked to stop ends what it has begun, and begins nothing new", async () => {
    const { server, redis } = used();
    const { service, recordings, startWorker } = await startMachines(server.url);
    service.faults.inject({ operation: "createCall", latencyMs: 300 });
    const worker = startWorker({ CONCURRENCY: "4" });
    await addRecordings(recordings(50), redis);
    await vi.waitUntil(() => createdKeys(service).length > 0, { timeout: 60_000, interval: 5 });
    worker.child.kill("SIGTERM");
    await worker.ended;
    expect(worker.child.exitCode).toBe(0);
    expect(await new RedisJournal(redis).uncertainCreations()).toEqual([]);
    const queue = submitQueue(redis);
    expect(await queue.getActiveCount()).toBe(0);
    expect((await countUnfinished([queue])) + createdKeys(service).length).toBe(50);
    expect(await queue.getWaitingCount()).toBeGreaterThan(0);
    await queue.close();
  });

  test("that is asked to stop while Redis is down ends all the same", async () => {
    const { server, redis } = used();
    const { service, recordings, startWorker } = await startMachines(server.url);
    const worker = startWorker();
    await addRecordings(recordings(1), redis);
    await vi.waitUntil(() => createdKeys(service).length > 0, { timeout: 60_000, interval: 5 });
    await server.kill();
    worker.child.kill("SIGTERM");
    await worker.ended;
    expect(worker.child.exitCode).toBe(1);
    await server.restart();
  });

  test("does not start on a Redis that could forget a claim", async () => {
    const { server, redis } = used();
    const { startWorker } = await startMachines(server.url);
    await redis.config("SET", "appendfsync", "everysec");
    try {
      const [exitCode] = await once(startWorker().child, "exit");
      expect(exitCode).toBe(1);
    } finally {
      await redis.config("SET", "appendfsync", "always");
    }
  });
});

test.each(["0", "-1", "many", "Infinity"])("a limit of %s is refused, with the variable's name", (value) => {
  expect(() => settingsOf({ POLLS_PER_SECOND: value })).toThrow(
    `POLLS_PER_SECOND must be a number above 0, and is "${value}"`,
  );
});
