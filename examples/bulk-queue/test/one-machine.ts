/** Both workers in the test's own process, with the fake as their `fetch`, for rules that need no second machine. */
import { createMockService, type MockService, type MockServiceOptions } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import type { Queue } from "bullmq";
import { onTestFinished, vi } from "vitest";
import { addRecordings } from "../src/add-recordings.ts";
import { RedisJournal } from "../src/journal.ts";
import {
  connect,
  countUnfinished,
  type Recording,
  type Settings,
  type SubmitJob,
  submitQueue,
  type WaitJob,
  waitQueue,
} from "../src/queues.ts";
import { createSubmitWorker } from "../src/submit-worker.ts";
import { createWaitWorker } from "../src/wait-worker.ts";
import { recordingsFor } from "./recordings.ts";

/** A service, the queues and the journal, and their results. */
export interface OneMachine {
  service: MockService;
  journal: RedisJournal;
  submit: Queue<SubmitJob, string>;
  wait: Queue<WaitJob, string>;
  recordings: (count: number) => Recording[];
  add: (recordings: Recording[]) => Promise<number>;
  /** The key of each analysis, once for each time it was saved. */
  saved: string[];
  /** Waits until no job is waiting, active or delayed. */
  ended: () => Promise<void>;
}

const fastSettings: Settings = {
  submitsPerSecond: 1_000,
  pollsPerSecond: 1_000,
  concurrency: 10,
  lockDurationMs: 5_000,
  firstPollMs: 10,
};

/** Starts `workers` of each kind, with their own connections. All end when the test has ended. */
export async function startOneMachine(
  redisUrl: string,
  { workers = 1, settings, mock }: { workers?: number; settings?: Partial<Settings>; mock?: MockServiceOptions } = {},
): Promise<OneMachine> {
  const service = createMockService({ progression: { mode: "polls", processing: 1, pending: 1 }, ...mock });
  const connectHere = () => {
    const redis = connect(redisUrl);
    onTestFinished(() => redis.disconnect());
    return redis;
  };
  const all = { ...fastSettings, ...settings };
  const saved: string[] = [];
  const redis = connectHere();
  const journal = new RedisJournal(redis);
  for (let index = 0; index < workers; index += 1) {
    const sdk = new CallAnalysis({
      ...service.clientOptions(),
      fetch: service.fetch,
      retry: { initialDelayMs: 1, maxRetryAfterMs: 10 },
    });
    const own = { sdk, redis: connectHere(), journal: new RedisJournal(connectHere()) };
    const save = async (key: string) => void saved.push(key);
    for (const worker of [createSubmitWorker(own, all), createWaitWorker({ ...own, save }, all)]) {
      onTestFinished(() => worker.close(true));
    }
  }
  const [submit, wait] = [submitQueue(redis), waitQueue(redis)];
  const ended = async () => {
    await vi.waitUntil(async () => (await countUnfinished([submit, wait])) === 0, { timeout: 60_000, interval: 20 });
  };
  const add = (recordings: Recording[]) => addRecordings(recordings, redis, { lookEveryMs: 10 });
  return { service, journal, submit, wait, recordings: await recordingsFor(service), add, saved, ended };
}
