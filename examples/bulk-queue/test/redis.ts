/** The Redis of a test file: started before its tests, and ended after them, with its data. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll } from "vitest";
import { connect } from "../src/queues.ts";
import { hasRedisServer, howToGetRedis, type RedisServer, startRedis } from "../src/redis-server.ts";

/** Whether tests that need Redis are skipped. With `CI` set none is. */
export const hasNoRedis = !hasRedisServer();
if (hasNoRedis && process.env.CI) throw new Error(howToGetRedis);
if (hasNoRedis) console.warn(`${howToGetRedis} The tests of the queue are skipped.`);

/** Gives a test file its Redis, and a connection that is emptied after each test. */
export function useRedis(options?: Parameters<typeof startRedis>[1]): () => { server: RedisServer; redis: Redis } {
  let folder: string;
  let used: { server: RedisServer; redis: Redis };
  beforeAll(async () => {
    if (hasNoRedis) return;
    folder = await mkdtemp(join(tmpdir(), "bulk-queue-"));
    const server = await startRedis(folder, options);
    used = { server, redis: connect(server.url) };
  });
  afterEach(async () => {
    if (!hasNoRedis) await used.redis.flushall();
  });
  afterAll(async () => {
    if (hasNoRedis) return;
    used.redis.disconnect();
    await used.server.kill();
    await rm(folder, { recursive: true });
  });
  return () => used;
}
