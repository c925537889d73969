import { journalCases } from "@call-analysis/sdk/journal-conformance";
import { describe, expect, test } from "vitest";
import { checkDurability, RedisJournal } from "../src/journal.ts";
import { connect } from "../src/queues.ts";
import { useRedis, withRedis } from "./redis.ts";

describe("a journal in Redis", withRedis, () => {
  const used = useRedis();
  const journalOf = () => new RedisJournal(used().redis);

  for (const { name, run } of journalCases) {
    test(name, async () => {
      const connections = [used().redis];
      const connectJournal = () => {
        const redis = connect(used().server.url);
        connections.push(redis);
        return new RedisJournal(redis);
      };
      await run(connectJournal);
      for (const redis of connections.slice(1)) redis.disconnect();
    });
  }

  test("what was recorded is there after Redis was killed", async () => {
    const journal = journalOf();
    await journal.claim("a");
    await journal.created("a", "call-1");
    await journal.claim("b");
    await used().server.kill();
    const claim = journal.claim("c");
    await used().server.restart();
    expect(await claim).toEqual({ status: "claimed" });
    expect(await journal.claim("a")).toEqual({ status: "created", callId: "call-1" });
    expect(await journal.claim("b")).toEqual({ status: "unknown" });
  });

  test("a claim that the connection repeats, because the answer was lost, is granted", async () => {
    const { redis } = used();
    const answers: unknown[] = [];
    // Runs each script twice, like a connection that breaks after the first run.
    const repeating = new Proxy(redis, {
      get(target, name, receiver) {
        if (name !== "eval") return Reflect.get(target, name, receiver);
        return async (...values: Parameters<typeof redis.eval>) => {
          answers.push(await redis.eval(...values));
          return redis.eval(...values);
        };
      },
    });
    const journal = new RedisJournal(repeating);
    expect(await journal.claim("a")).toEqual({ status: "claimed" });
    expect(answers).toHaveLength(1);
    expect(await journalOf().claim("a")).toEqual({ status: "unknown" });
  });

  test("a release that comes late does not give back the claim of another", async () => {
    const late = journalOf();
    await late.claim("a");
    await journalOf().settle("a", { recreate: true });
    const other = journalOf();
    expect(await other.claim("a")).toEqual({ status: "claimed" });
    await late.released("a");
    expect(await journalOf().claim("a")).toEqual({ status: "unknown" });
  });

  test("the uncertain creations are listed with their time, the oldest first, until they end", async () => {
    const journal = journalOf();
    const before = Date.now();
    for (const key of ["b", "a", "c"]) {
      await journal.claim(key);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await journal.created("a", "call-1");
    const uncertain = await journal.uncertainCreations();
    expect(uncertain.map(({ key }) => key)).toEqual(["b", "c"]);
    for (const { claimedAt } of uncertain) expect(claimedAt.getTime()).toBeGreaterThanOrEqual(before - 1);
    expect(await journal.uncertainCount()).toBe(2);
    await journal.released("b");
    await journal.settle("c", { skip: true });
    expect(await journal.uncertainCreations()).toEqual([]);
  });

  test("a creation is settled with its call, for another creation, or for none", async () => {
    const journal = journalOf();
    for (const key of ["found", "again", "left"]) await journal.claim(key);
    await journal.settle("found", { callId: "call-9" });
    await journal.settle("again", { recreate: true });
    await journal.settle("left", { skip: true });
    expect(await journal.claim("found")).toEqual({ status: "created", callId: "call-9" });
    expect(await journal.claim("again")).toEqual({ status: "claimed" });
    expect(await journal.claim("left")).toEqual({ status: "skipped" });
  });

  test("what is not uncertain cannot be settled", async () => {
    const journal = journalOf();
    await journal.claim("a");
    await journal.created("a", "call-1");
    for (const key of ["a", "never seen"]) {
      await expect(journal.settle(key, { recreate: true })).rejects.toThrow(`"${key}" is not uncertain`);
    }
    expect(await journal.find("a")).toEqual({ state: "created", callId: "call-1" });
    expect(await journal.find("never seen")).toBeUndefined();
  });

  test.each([
    ["appendfsync", "everysec"],
    ["appendonly", "no"],
    ["maxmemory-policy", "allkeys-lru"],
  ])("a Redis with %s %s is refused, for it could forget a call", async (setting, value) => {
    const { redis } = used();
    // CONFIG GET answers with name and value.
    const [, before = ""] = (await redis.config("GET", setting)) as string[];
    await checkDurability(redis);
    await redis.config("SET", setting, value);
    try {
      await expect(checkDurability(redis)).rejects.toThrow(`"${setting} ${value}"`);
    } finally {
      await redis.config("SET", setting, before);
    }
  });
});
