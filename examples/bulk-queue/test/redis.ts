/** The Redis of a test file: started before its tests, and ended after them, with its data. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll } from "vitest";
import { requires } from "../../../scripts/test-requirements.ts";
import { connect } from "../src/queues.ts";
import { hasRedisServer, type RedisServer, startRedis } from "../src/redis-server.ts";

const hasNoRedis = !hasRedisServer();

/** The options of a suite or a test that needs Redis. */
export const withRedis = requires({
  what: "redis-server",
  how: "apt-get install redis-server, or brew install redis",
  isThere: !hasNoRedis,
});

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
