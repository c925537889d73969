import { execFile } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { addRecordings } from "../src/add-recordings.ts";
import { type Recording, scopeOf, submitQueue } from "../src/queues.ts";
import { startOneMachine } from "./one-machine.ts";
import { createdKeys } from "./recordings.ts";
import { useRedis, withRedis } from "./redis.ts";

describe("limits", withRedis, () => {
  const used = useRedis();

  test("all workers together start no more recordings in a second than the limit says", async () => {
    const submitsPerSecond = 5;
    const machine = await startOneMachine(used().server.url, { workers: 3, settings: { submitsPerSecond } });
    const startMs = Date.now();
    await machine.add(machine.recordings(13));
    await machine.ended();
    const times = machine.service.journal
      .find({ operation: "createUploadUrl" })
      .map(({ startedAt }) => Date.parse(startedAt));
    expect(times).toHaveLength(13);
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
    const mock = { progression: { mode: "manual" } } as const;
    const machine = await startOneMachine(used().server.url, { mock, settings: { firstPollMs: 200 } });
    let taken = 0;
    const source = function* () {
      for (const recording of machine.recordings(210)) {
        taken += 1;
        yield recording;
      }
    };
    const adding = addRecordings(source(), used().redis, { maxUnfinished: 100, lookEveryMs: 10 });
    await expect.poll(() => createdKeys(machine.service).length).toBe(100);
    await pause(200);
    // One batch of 100 is held in hand.
    expect(taken).toBe(200);
    expect(createdKeys(machine.service)).toHaveLength(100);
    const settling = setInterval(() => machine.service.engine.settle(), 20);
    expect(await adding).toBe(210);
    await machine.ended();
    clearInterval(settling);
    expect(new Set(machine.saved).size).toBe(210);
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

  test("what cannot be analysed is refused with the reason, and is not queued", async () => {
    const machine = await startOneMachine(used().server.url);
    const [good] = machine.recordings(1);
    if (!good) return;
    const empty = join(dirname(good.path), "empty.wav");
    writeFileSync(empty, "");
    const bad: [unknown, string][] = [
      [{ ...good, key: 7 }, "key must be a text"],
      [{ ...good, key: "" }, "key must be a text"],
      [{ ...good, key: null }, "key must be a text"],
      [{ ...good, key: undefined }, "key must be a text"],
      [{ ...good, key: "no path", path: undefined }, "path must be a text"],
      [{ ...good, key: "no file", path: `${good.path}.gone` }, "is no file"],
      [{ ...good, key: "empty", path: empty }, "is empty"],
      [{ ...good, key: "no member", memberId: "" }, "memberId must be a text"],
      [["a list"], "it is no JSON object"],
      [{ ...good, path: empty.replace("empty", "other") }, "is no file"],
    ];
    const refused: string[] = [];
    const onRefused = (_: Recording, why: string) => void refused.push(why);
    const all = [good, ...bad.map(([recording]) => recording as Recording)];
    expect(await addRecordings(all, used().redis, { onRefused })).toBe(1);
    expect(refused).toEqual(bad.map(([, why]) => expect.stringContaining(why)));
    await machine.ended();
    expect(machine.saved).toEqual([good.key]);
    const elsewhere = join(dirname(good.path), "copy.wav");
    copyFileSync(good.path, elsewhere);
    // Beside its first line, and in a later run.
    const other = { ...good, path: elsewhere };
    expect(await addRecordings([other], used().redis, { onRefused })).toBe(0);
    expect(refused.at(-1)).toContain(`is that of ${good.path}`);
    await expect(addRecordings([other], used().redis)).rejects.toThrow(`is that of ${good.path}`);
  });

  test("the lines of a file that are refused are named by their numbers, and the command exits with 1", async () => {
    const machine = await startOneMachine(used().server.url);
    const [one, two] = machine.recordings(2);
    const file = join(dirname(`${one?.path}`), "recordings.jsonl");
    const lines = [JSON.stringify(one), "", "{cut", "7", JSON.stringify(two), JSON.stringify({ ...two, key: 9 })];
    writeFileSync(file, `\ufeff${lines.join("\r\n")}`);
    const program = join(import.meta.dirname, "../src/add-recordings.ts");
    const env = { ...process.env, REDIS_URL: used().server.url };
    const { status, stdout, stderr } = await new Promise<{ status: number; stdout: string; stderr: string }>(
      (resolve) =>
        execFile(process.execPath, [program, file], { env }, (error, stdout, stderr) =>
          resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
        ),
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: "2 recordings are in the queue.\n" });
    expect([...stderr.matchAll(/^Line (\d+) is left out/gm)].map(([, line]) => line)).toEqual(["3", "4", "6"]);
    await machine.ended();
    expect(createdKeys(machine.service)).toHaveLength(2);
  });

  test("a worker of another service, or of another deployment, leaves the recordings alone", async () => {
    const url = used().server.url;
    const baseUrl = "https://production.test/v1";
    const machine = await startOneMachine(url);
    const [recording] = machine.recordings(1);
    if (!recording) return;
    const named = { CALL_ANALYSIS_BASE_URL: baseUrl };
    for (const env of [named, { DEPLOYMENT: "staging" }]) {
      await addRecordings([recording], used().redis, { scope: scopeOf(env) });
      const queue = submitQueue(used().redis, scopeOf(env));
      await pause(200);
      expect(await queue.getWaitingCount()).toBe(1);
      await queue.close();
    }
    expect(machine.saved).toEqual([]);
    // Another spelling of the same service.
    expect(scopeOf({ CALL_ANALYSIS_BASE_URL: "HTTPS://Production.test:443/x/../v1/" })).toEqual(scopeOf(named));
  });

  test("a job of another service that was moved into its queue is refused, and says which worker it needs", async () => {
    const machine = await startOneMachine(used().server.url);
    const [recording] = machine.recordings(1);
    if (!recording) return;
    const service = "https://production.test/v1";
    const { id = "" } = await machine.submit.add("submit", { ...recording, service });
    await machine.ended();
    const job = await machine.submit.getJob(id);
    expect(job?.failedReason).toContain(`Start a worker with CALL_ANALYSIS_BASE_URL=${service}`);
    expect(createdKeys(machine.service)).toEqual([]);
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
