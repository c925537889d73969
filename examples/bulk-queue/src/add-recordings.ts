/**
 * Adds recordings to the queue as fast as the workers analyse them, so that Redis holds few of them at any time:
 * `node src/add-recordings.ts recordings.jsonl`. You can rerun it at any time: known recordings are not created again.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import {
  connect,
  countUnfinished,
  jobIdOf,
  type Recording,
  type Scope,
  type SubmitJob,
  scopeOf,
  submitQueue,
  waitQueue,
} from "./queues.ts";

/** Options of `addRecordings`. */
export interface AddOptions {
  /** The most unfinished jobs in both queues together. @default 1_000 */
  maxUnfinished?: number;
  /** Pause before full queues are checked again, in milliseconds. @default 250 */
  lookEveryMs?: number;
  /** @default that of the environment */
  scope?: Scope;
  /** Called with each invalid recording and the reason. Such a recording is not queued. @default throws */
  onRefused?: (recording: Recording, why: string) => void;
}

const batchSize = 100;

/** @returns how many recordings were added, including those that already have a job */
export async function addRecordings(
  recordings: Iterable<Recording> | AsyncIterable<Recording>,
  redis: Redis,
  options: AddOptions = {},
): Promise<number> {
  const { maxUnfinished = 1_000, lookEveryMs = 250, scope = scopeOf(process.env), onRefused = refuse } = options;
  const queue = submitQueue(redis, scope);
  const queues: Queue[] = [queue, waitQueue(redis, scope)];
  const { service } = scope;
  let count = 0;
  for await (const batch of batchesOf(recordings)) {
    const reasons = await Promise.all(batch.map((recording, index) => whyNot(recording, batch.slice(0, index), queue)));
    const good = batch.filter((recording, index) => {
      const why = reasons[index];
      if (why !== undefined) onRefused(recording, why);
      return why === undefined;
    });
    while ((await countUnfinished(queues)) + good.length > maxUnfinished) await pause(lookEveryMs);
    const jobs = good.map((recording) => ({
      name: "submit",
      data: { ...recording, service },
      opts: { jobId: jobIdOf(recording.key) },
    }));
    await queue.addBulk(jobs);
    count += good.length;
  }
  await Promise.all(queues.map((each) => each.close()));
  return count;
}

function refuse({ key }: Recording, why: string): never {
  throw new Error(`The recording ${JSON.stringify(key)} cannot be analysed: ${why}.`);
}

/** Why a line's value is not a valid recording; undefined if it is. */
async function whyNot(
  recording: Recording,
  earlier: readonly Recording[],
  queue: Queue<SubmitJob>,
): Promise<string | undefined> {
  if (Object.getPrototypeOf(recording) !== Object.prototype) return "it is no JSON object";
  for (const name of ["key", "path", "memberId", "categoryId"] as const) {
    const value: unknown = recording[name];
    if (typeof value !== "string" || value === "") return `${name} must be a text that is not empty`;
  }
  const { key, path } = recording;
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return `${path} is no file that can be read here`;
  if (found.size === 0) return `${path} is empty`;
  const known = earlier.find((other) => other.key === key) ?? (await queue.getJob(jobIdOf(key)))?.data;
  if (known && known.path !== path) return `the key ${JSON.stringify(key)} is that of ${known.path}`;
  return undefined;
}

async function* batchesOf(recordings: Iterable<Recording> | AsyncIterable<Recording>): AsyncGenerator<Recording[]> {
  let batch: Recording[] = [];
  for await (const recording of recordings) {
    batch.push(recording);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Each line is a recording as JSON. Skips blank lines and a byte order mark. */
export async function* readLines(
  path: string,
  onLine: (recording: Recording, line: number) => void = () => {},
): AsyncGenerator<Recording> {
  let line = 0;
  for await (const text of createInterface(createReadStream(path))) {
    line += 1;
    const json = text.replace(/^\ufeff/, "").trim();
    if (json === "") continue;
    const recording = parsed(json);
    onLine(recording, line);
    yield recording;
  }
}

/** A line that is not JSON is refused like any other invalid recording. */
function parsed(json: string): Recording {
  try {
    return Object(JSON.parse(json));
  } catch {
    return Object(json);
  }
}

if (import.meta.main) {
  const [path] = process.argv.slice(2);
  if (path === undefined) throw new Error("Usage: node src/add-recordings.ts recordings.jsonl");
  const redis = connect(process.env.REDIS_URL);
  const lines = new WeakMap<Recording, number>();
  const onRefused = (recording: Recording, why: string) => {
    console.error(`Line ${lines.get(recording)} is left out: ${why}.`);
    process.exitCode = 1;
  };
  const recordings = readLines(path, (recording, line) => lines.set(recording, line));
  console.log(`${await addRecordings(recordings, redis, { onRefused })} recordings are in the queue.`);
  await redis.quit();
}
