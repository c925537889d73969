import { ledgerCases } from "@call-analysis/sdk/ledger-conformance";
import { describe, expect, test } from "vitest";
import { checkDurability, RedisCreationLedger } from "../src/ledger.ts";
import { connect } from "../src/queues.ts";
import { useRedis, withRedis } from "./redis.ts";

describe("a ledger in Redis", withRedis, () => {
  const used = useRedis();
  const ledgerOf = () => new RedisCreationLedger(used().redis);

  for (const { name, run } of ledgerCases) {
    test(name, async () => {
      const connections = [used().redis];
      const connectLedger = () => {
        const redis = connect(used().server.url);
        connections.push(redis);
        return new RedisCreationLedger(redis);
      };
      await run(connectLedger);
      for (const redis of connections.slice(1)) redis.disconnect();
    });
  }

  test("what was recorded is there after Redis was killed", async () => {
    const ledger = ledgerOf();
    await ledger.claim("a");
    await ledger.created("a", "call-1");
    await ledger.claim("b");
    await used().server.kill();
    const claim = ledger.claim("c");
    await used().server.restart();
    expect(await claim).toEqual({ status: "claimed" });
    expect(await ledger.claim("a")).toEqual({ status: "created", callId: "call-1" });
    expect(await ledger.claim("b")).toEqual({ status: "unknown" });
  });

  test("a claim that the connection repeats, because the answer was lost, is granted", async () => {
    const { redis } = used();
    const answers: unknown[] = [];
    // Runs each script twice, as a connection does that breaks after the first.
    const repeating = new Proxy(redis, {
      get(target, name, receiver) {
        if (name !== "eval") return Reflect.get(target, name, receiver);
        return async (...values: Parameters<typeof redis.eval>) => {
          answers.push(await redis.eval(...values));
          return redis.eval(...values);
        };
      },
    });
    const ledger = new RedisCreationLedger(repeating);
    expect(await ledger.claim("a")).toEqual({ status: "claimed" });
    expect(answers).toHaveLength(1);
    expect(await ledgerOf().claim("a")).toEqual({ status: "unknown" });
  });

  test("a release that comes late does not give back the claim of another", async () => {
    const late = ledgerOf();
    await late.claim("a");
    await ledgerOf().settle("a", { recreate: true });
    const other = ledgerOf();
    expect(await other.claim("a")).toEqual({ status: "claimed" });
    await late.released("a");
    expect(await ledgerOf().claim("a")).toEqual({ status: "unknown" });
  });

  test("the uncertain creations are listed with their time, the oldest first, until they end", async () => {
    const ledger = ledgerOf();
    const before = Date.now();
    for (const key of ["b", "a", "c"]) {
      await ledger.claim(key);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await ledger.created("a", "call-1");
    const uncertain = await ledger.uncertain();
    expect(uncertain.map(({ key }) => key)).toEqual(["b", "c"]);
    for (const { claimedAt } of uncertain) expect(claimedAt.getTime()).toBeGreaterThanOrEqual(before - 1);
    expect(await ledger.uncertainCount()).toBe(2);
    await ledger.released("b");
    await ledger.settle("c", { skip: true });
    expect(await ledger.uncertain()).toEqual([]);
  });

  test("a creation is settled with its call, for another creation, or for none", async () => {
    const ledger = ledgerOf();
    for (const key of ["found", "again", "left"]) await ledger.claim(key);
    await ledger.settle("found", { callId: "call-9" });
    await ledger.settle("again", { recreate: true });
    await ledger.settle("left", { skip: true });
    expect(await ledger.claim("found")).toEqual({ status: "created", callId: "call-9" });
    expect(await ledger.claim("again")).toEqual({ status: "claimed" });
    expect(await ledger.claim("left")).toEqual({ status: "unknown" });
  });

  test("what is not uncertain cannot be settled", async () => {
    const ledger = ledgerOf();
    await ledger.claim("a");
    await ledger.created("a", "call-1");
    for (const key of ["a", "never seen"]) {
      await expect(ledger.settle(key, { recreate: true })).rejects.toThrow(`"${key}" is not uncertain`);
    }
    expect(await ledger.find("a")).toEqual({ status: "created", callId: "call-1" });
    expect(await ledger.find("never seen")).toBeUndefined();
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
