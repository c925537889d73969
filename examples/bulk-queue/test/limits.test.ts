import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { addRecordings } from "../src/add-recordings.ts";
import { startOneMachine } from "./one-machine.ts";
import { createdKeys } from "./recordings.ts";
import { useRedis, withRedis } from "./redis.ts";

describe("limits", withRedis, () => {
  const used = useRedis();

  test("all workers together start no more recordings in a second than the limit says", async () => {
    const submitsPerSecond = 5;
    const machine = await startOneMachine(used().server.url, { workers: 3, settings: { submitsPerSecond } });
    const startMs = Date.now();
    await machine.add(machine.recordings(18));
    await machine.ended();
    const times = machine.service.journal
      .find({ operation: "createUploadUrl" })
      .map(({ startedAt }) => Date.parse(startedAt));
    expect(times).toHaveLength(18);
    for (const [index, time] of times.sort((a, b) => a - b).entries()) {
      // The n-th window begins n seconds after the first at the earliest; 20 ms for the clocks of Redis and the service.
      const windows = Math.floor((time - startMs + 20) / 1_000) + 1;
      expect(index + 1, `after ${time - startMs} ms`).toBeLessThanOrEqual(submitsPerSecond * windows);
    }
  });

  test("a 429 stops all workers for as long as it says, uses up no attempt, and nothing is uploaded twice", async () => {
    const count = 40;
    const machine = await startOneMachine(used().server.url, { workers: 2, settings: { concurrency: 1 } });
    machine.service.faults.inject({ operation: "createCall", status: 429, retryAfter: 2, times: 1 });
    await machine.add(machine.recordings(count));
    await machine.ended();
    const entries = machine.service.journal.find({ operation: "createCall" });
    const refusedAt = entries.findIndex(({ status }) => status === 429);
    const refusedMs = Date.parse(`${entries[refusedAt]?.startedAt}`);
    // The other worker may create some until the pause is in Redis. Without one it creates nearly all.
    const early = entries.slice(refusedAt + 1).filter(({ startedAt }) => Date.parse(startedAt) < refusedMs + 1_900);
    expect(early.length).toBeLessThan(count / 4);
    expect(createdKeys(machine.service)).toHaveLength(count);
    expect(machine.service.journal.count({ operation: "uploadRecording" })).toBe(count);
    const jobs = await machine.submit.getCompleted();
    expect(jobs.map(({ attemptsMade }) => attemptsMade)).toEqual(Array.from({ length: count }, () => 1));
  });

  test("a 429 while waiting stops the polls, and each analysis arrives", async () => {
    const machine = await startOneMachine(used().server.url);
    machine.service.faults.inject({ operation: "getCallAnalysis", status: 429, retryAfter: 1, times: 1 });
    await machine.add(machine.recordings(5));
    await machine.ended();
    expect(machine.saved.sort()).toEqual(["r0000", "r0001", "r0002", "r0003", "r0004"]);
    expect(await machine.wait.getFailedCount()).toBe(0);
  });

  test("a service that is down for a while costs attempts, and no recording", async () => {
    const machine = await startOneMachine(used().server.url);
    machine.service.faults.inject({ operation: "createUploadUrl", status: 503, times: 12 });
    await machine.add(machine.recordings(3));
    await machine.ended();
    expect(machine.saved.sort()).toEqual(["r0000", "r0001", "r0002"]);
  });

  test("recordings are taken from the source only as there is room", async () => {
    const machine = await startOneMachine(used().server.url, { mock: { progression: { mode: "manual" } } });
    let taken = 0;
    const source = function* () {
      for (const recording of machine.recordings(500)) {
        taken += 1;
        yield recording;
      }
    };
    const adding = addRecordings(source(), used().redis, { maxUnfinished: 200, lookEveryMs: 10 });
    await expect.poll(() => createdKeys(machine.service).length).toBe(200);
    await pause(200);
    // One batch of 100 is held in hand.
    expect(taken).toBe(300);
    expect(createdKeys(machine.service)).toHaveLength(200);
    const settling = setInterval(() => machine.service.engine.settle(), 20);
    expect(await adding).toBe(500);
    await machine.ended();
    clearInterval(settling);
    expect(new Set(machine.saved).size).toBe(500);
  });

  test("recordings that are added again create nothing", async () => {
    const machine = await startOneMachine(used().server.url);
    const recordings = machine.recordings(20);
    await machine.add(recordings);
    await machine.ended();
    await machine.submit.obliterate({ force: true });
    await machine.wait.obliterate({ force: true });
    await machine.add(recordings);
    await machine.ended();
    expect(createdKeys(machine.service)).toHaveLength(20);
    expect(machine.service.journal.count({ operation: "uploadRecording" })).toBe(20);
  });

  test("a key may hold anything: a number, colons, blanks", async () => {
    const machine = await startOneMachine(used().server.url);
    const keys = ["84113", "a:b:c:d", "north/84 113", "{x}", "é"];
    const [recording] = machine.recordings(1);
    await machine.add(keys.flatMap((key) => (recording ? [{ ...recording, key, udfs: { key } }] : [])));
    await machine.ended();
    expect(machine.saved.sort()).toEqual([...keys].sort());
  });
});
