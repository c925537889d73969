import { setTimeout as pause } from "node:timers/promises";
import type { Queue } from "bullmq";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { requiresLongTests } from "../../../scripts/test-requirements.ts";
import { addRecordings } from "../src/add-recordings.ts";
import { RedisJournal } from "../src/journal.ts";
import { countUnfinished, submitQueue, waitQueue } from "../src/queues.ts";
import { type Machines, startMachines, type WorkerProcess } from "./machines.ts";
import { createdKeys } from "./recordings.ts";
import { useRedis, withRedis } from "./redis.ts";

const count = 1_000;
/** Slow enough that the last kill comes before the last recording. */
const submitsPerSecond = 60;
const kills = 7;
const stops = 2;
const seed = Number(process.env.STORM_SEED ?? Date.now() % 1_000_000);

/** Random numbers from 0 to 1, the same for the same seed. */
function randomOf(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Two workers. A new worker replaces a killed one. */
class Fleet {
  readonly #machines: Machines;
  readonly #all: WorkerProcess[] = [];
  readonly #running: WorkerProcess[] = [];

  constructor(machines: Machines) {
    this.#machines = machines;
    this.#running.push(this.#start(), this.#start());
  }

  /** The keys of the analyses that were saved by any of them. */
  get savedKeys(): Set<string> {
    return new Set(this.#all.flatMap(({ saved }) => saved));
  }

  async kill(which: number): Promise<void> {
    const [killed] = this.#running.splice(which, 1, this.#start());
    killed?.child.kill("SIGKILL");
    await killed?.ended;
  }

  /** Suspends a worker until the other takes its jobs, then lets it continue. */
  async stop(which: number): Promise<void> {
    const stopped = this.#running[which]?.child;
    stopped?.kill("SIGSTOP");
    await pause(4_000);
    stopped?.kill("SIGCONT");
  }

  #start(): WorkerProcess {
    const worker = this.#machines.startWorker({ SUBMITS_PER_SECOND: String(submitsPerSecond) });
    this.#all.push(worker);
    return worker;
  }
}

describe("a storm", { ...withRedis, ...requiresLongTests }, () => {
  const used = useRedis();

  test(`over ${kills} kills and ${stops} stops of two workers, none of ${count} recordings is created twice and none is lost`, {
    timeout: 600_000,
  }, async () => {
    console.log(`STORM_SEED=${seed}`);
    const random = randomOf(seed);
    const { server, redis } = used();
    const machines = await startMachines(server.url, {
      progression: { mode: "time", processingMs: 300, pendingMs: 300 },
    });
    // Most of a creation's time is between its request and its response, so that workers die there.
    for (const when of ["before", "after"] as const) {
      machines.service.faults.inject({ operation: "createCall", latencyMs: 30, when });
    }
    const queues = [submitQueue(redis), waitQueue(redis)];
    onTestFinished(async () => {
      await Promise.all(queues.map((queue) => queue.close()));
    });
    const recordings = machines.recordings(count);
    const adding = addRecordings(recordings, redis, { maxUnfinished: count / 2, lookEveryMs: 50 });

    const fleet = new Fleet(machines);
    const stopping: Promise<void>[] = [];
    const moments: string[] = [];
    for (const { atCalls, afterMs, which, isStop } of disturbances(random)) {
      await vi.waitUntil(() => createdKeys(machines.service).length >= atCalls, { timeout: 120_000, interval: 5 });
      await pause(afterMs);
      moments.push(`${isStop ? "stop" : "kill"} at ${createdKeys(machines.service).length}`);
      if (isStop) stopping.push(fleet.stop(which));
      else await fleet.kill(which);
    }
    console.log(moments.join(", "));
    await Promise.all([adding, ...stopping]);
    await allEnd(queues);
    const journal = new RedisJournal(redis);
    await retryUntilOnlyUncertainFail(queues, journal);

    const uncertain = (await journal.uncertainCreations()).map(({ key }) => key);
    const created = createdKeys(machines.service);
    console.log(`${created.length} created, ${uncertain.length} uncertain, ${fleet.savedKeys.size} analysed`);
    expect(created.length, "a recording was created twice").toBe(new Set(created).size);
    const lost = recordings.filter(({ key }) => !fleet.savedKeys.has(key) && !uncertain.includes(key));
    expect(lost, "a recording was lost").toEqual([]);
    // The dead letters are exactly the uncertain ones, and say so.
    const deadLetters = await queues[0]?.getFailed();
    expect(deadLetters?.map(({ data }) => data.key).sort()).toEqual([...uncertain].sort());
    for (const { failedReason } of deadLetters ?? []) expect(failedReason).toContain("It is unknown whether the call");
    expect(await queues[1]?.getFailed()).toEqual([]);
  });
});

/** When workers are killed and suspended: at a number of existing calls, plus a moment. */
function disturbances(random: () => number) {
  const all = Array.from({ length: kills + stops }, (_, index) => ({
    atCalls: Math.floor(10 + random() * (count * 0.9 - 10)),
    afterMs: Math.floor(random() * 60),
    which: Math.floor(random() * 2),
    isStop: index < stops,
  }));
  return all.sort((a, b) => a.atCalls - b.atCalls);
}

async function allEnd(queues: readonly Queue[]): Promise<void> {
  await vi.waitUntil(async () => (await countUnfinished(queues)) === 0, { timeout: 240_000, interval: 100 });
}

/** A worker that seemed dead may create its call after its job was given up. Retrying such a job succeeds. */
async function retryUntilOnlyUncertainFail(queues: readonly Queue[], journal: RedisJournal): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await retryFailed(queues);
    await allEnd(queues);
    const failed = await Promise.all(queues.map((queue) => queue.getFailedCount()));
    if (failed.reduce((sum, each) => sum + each, 0) === (await journal.uncertainCreations()).length) return;
    await pause(500);
  }
}

async function retryFailed(queues: readonly Queue[]): Promise<void> {
  for (const queue of queues) {
    for (const job of await queue.getFailed()) await job.retry();
  }
}
