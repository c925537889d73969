import { describe, expect, test } from "vitest";
import { serveDashboard } from "../src/dashboard.ts";
import { settle } from "../src/settle.ts";
import { startOneMachine } from "./one-machine.ts";
import { createdKeys } from "./recordings.ts";
import { useRedis, withRedis } from "./redis.ts";

describe("dead letters", withRedis, () => {
  const used = useRedis();

  /** A recording whose call was sent, and whose response was lost. */
  async function startWithUncertain({ isCreated }: { isCreated: boolean }) {
    const machine = await startOneMachine(used().server.url);
    const fault = { operation: "createCall", network: "reset", times: 1 } as const;
    machine.service.faults.inject({ ...fault, when: isCreated ? "after" : "before" });
    await machine.add(machine.recordings(1));
    await machine.ended();
    return machine;
  }

  const countOf = (machine: Awaited<ReturnType<typeof startOneMachine>>, operation: "createCall" | "uploadRecording") =>
    machine.service.journal.count({ operation });

  test("a creation whose response was lost ends at once, and is listed", async () => {
    const machine = await startWithUncertain({ isCreated: true });
    const [job] = await machine.submit.getFailed();
    expect(job?.attemptsMade).toBe(1);
    expect(job?.failedReason).toContain('It is unknown whether the call of "r0000" was created.');
    expect((await machine.journal.uncertainCreations()).map(({ key }) => key)).toEqual(["r0000"]);
    expect(countOf(machine, "createCall")).toBe(1);
  });

  test("one that is retried from the dashboard sends nothing, as often as you like", async () => {
    const machine = await startWithUncertain({ isCreated: true });
    const { redis } = used();
    const dashboard = await serveDashboard({ redis, journal: machine.journal }, { port: 0 });
    const before = machine.service.journal.entries().length;
    for (let time = 0; time < 3; time += 1) {
      const address = `${dashboard.url}/api/queues/submit/r-r0000/retry`;
      expect((await fetch(address, { method: "PUT" })).status).toBe(204);
      await machine.ended();
    }
    await dashboard.close();
    expect(machine.service.journal.entries()).toHaveLength(before);
    expect(await machine.submit.getFailedCount()).toBe(1);
  });

  test("one that is added again sends nothing, even when its job was removed", async () => {
    const machine = await startWithUncertain({ isCreated: true });
    await machine.submit.remove("r-r0000");
    await machine.add(machine.recordings(1));
    await machine.ended();
    expect(countOf(machine, "createCall")).toBe(1);
    expect(await machine.submit.getFailedCount()).toBe(1);
  });

  test("one that is settled with its call is waited for, and no other call is created", async () => {
    const machine = await startWithUncertain({ isCreated: true });
    const [call] = machine.service.db.calls.list();
    await settle({ journal: machine.journal, redis: used().redis }, "r0000", { callId: `${call?.id}` });
    await machine.ended();
    expect(machine.saved).toEqual(["r0000"]);
    expect(createdKeys(machine.service)).toEqual(["r0000"]);
    expect(await machine.submit.getFailedCount()).toBe(0);
  });

  test("one that is settled for another creation is created, from the recording that is uploaded already", async () => {
    const machine = await startWithUncertain({ isCreated: false });
    await settle({ journal: machine.journal, redis: used().redis }, "r0000", { recreate: true });
    await machine.ended();
    expect(machine.saved).toEqual(["r0000"]);
    expect(createdKeys(machine.service)).toEqual(["r0000"]);
    expect(countOf(machine, "uploadRecording")).toBe(1);
  });

  test("one that is left out is gone from the queue and from the list", async () => {
    const machine = await startWithUncertain({ isCreated: false });
    await settle({ journal: machine.journal, redis: used().redis }, "r0000", { skip: true });
    expect(await machine.submit.getFailedCount()).toBe(0);
    expect(await machine.journal.uncertainCreations()).toEqual([]);
    await machine.add(machine.recordings(1));
    await machine.ended();
    expect(countOf(machine, "createCall")).toBe(1);
  });

  test("a call that the service refuses is tried once, and can be retried when the reason is gone", async () => {
    const machine = await startOneMachine(used().server.url);
    machine.service.faults.inject({ operation: "createCall", status: 422, times: 1 });
    await machine.add(machine.recordings(1));
    await machine.ended();
    const [job] = await machine.submit.getFailed();
    expect(job?.attemptsMade).toBe(1);
    expect(job?.failedReason).toContain("422");
    expect(await machine.journal.uncertainCreations()).toEqual([]);
    await job?.retry();
    await machine.ended();
    expect(machine.saved).toEqual(["r0000"]);
  });

  test("an analysis that failed is a dead letter of the queue that waits, and others go on", async () => {
    const machine = await startOneMachine(used().server.url);
    machine.service.engine.when({ udfs: { key: "r0001" } }).fail("silent");
    await machine.add(machine.recordings(3));
    await machine.ended();
    const [job] = await machine.wait.getFailed();
    expect(job?.data.key).toBe("r0001");
    expect(job?.failedReason).toContain('ended with status "failed"');
    expect(machine.saved.sort()).toEqual(["r0000", "r0002"]);
  });
});
