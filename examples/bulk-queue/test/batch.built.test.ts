/** The journal with `analyzeFiles` alone: one batch on two machines. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { requiresLongTests } from "../../../scripts/test-requirements.ts";
import { RedisJournal } from "../src/journal.ts";
import { startMachines } from "./machines.ts";
import { useRedis, withRedis } from "./redis.ts";

// A batch waits a minute for the claims of a dead machine.
describe("a batch on two machines", { ...withRedis, ...requiresLongTests }, () => {
  const used = useRedis();

  test("creates each call once, and leaves uncertain what a killed machine began", async () => {
    const { server, redis } = used();
    const { service, recordings, startProgram } = await startMachines(server.url);
    const folder = mkdtempSync(join(tmpdir(), "bulk-queue-batch-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const list = join(folder, "recordings.jsonl");
    const all = recordings(40);
    writeFileSync(list, all.map((recording) => `${JSON.stringify(recording)}\n`).join(""));
    service.faults.inject({ operation: "createCall", latencyMs: 50, when: "after" });
    const start = () => startProgram("batch.ts", [list]);
    const calls = () => service.db.calls.list().map(({ udfs }) => String(udfs?.key));

    const [first, killed] = [start(), start()];
    await expect.poll(() => calls().length).toBeGreaterThanOrEqual(10);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const journal = new RedisJournal(redis);
    // The first machine waits a minute for the dead machine's claims, if these are all that it may work at at once.
    const seen = async () => new Set(calls()).size + (await journal.uncertainCount());
    await expect.poll(seen, { timeout: 150_000 }).toBeGreaterThanOrEqual(40);
    for (const { key } of await journal.uncertainCreations()) {
      const call = service.db.calls.list().find(({ udfs }) => udfs?.key === key);
      await journal.settle(key, call ? { callId: call.id } : { recreate: true }).catch(() => {});
    }
    await first.ended;
    const again = start();
    await again.ended;
    expect(new Set(again.saved)).toEqual(new Set(all.map(({ key }) => key)));
    expect(calls()).toHaveLength(40);
    expect(new Set(calls()).size).toBe(40);
  });
});
