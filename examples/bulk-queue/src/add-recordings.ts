/**
 * Adds recordings to the queue as fast as they are analysed, so that Redis holds few of them at any time:
 * `node src/add-recordings.ts recordings.jsonl`. Start it again whenever you like: what is known is not created again.
 */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { connect, countUnfinished, jobIdOf, type Recording, submitQueue, waitQueue } from "./queues.ts";

/** How recordings are added. */
export interface AddOptions {
  /** Jobs that may be unfinished at any time, in both queues together. @default 1_000 */
  maxUnfinished?: number;
  /** Pause between two looks at queues that are full, in milliseconds. @default 250 */
  lookEveryMs?: number;
}

const batchSize = 100;

/** @returns how many recordings were added; ones that have a job already count too */
export async function addRecordings(
  recordings: Iterable<Recording> | AsyncIterable<Recording>,
  redis: Redis,
  { maxUnfinished = 1_000, lookEveryMs = 250 }: AddOptions = {},
): Promise<number> {
  const queue = submitQueue(redis);
  const queues: Queue[] = [queue, waitQueue(redis)];
  let count = 0;
  for await (const batch of batchesOf(recordings)) {
    while ((await countUnfinished(queues)) + batch.length > maxUnfinished) await pause(lookEveryMs);
    await queue.addBulk(batch.map((data) => ({ name: "submit", data, opts: { jobId: jobIdOf(data.key) } })));
    count += batch.length;
  }
  await Promise.all(queues.map((each) => each.close()));
  return count;
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

async function* readLines(path: string): AsyncGenerator<Recording> {
  // Each line is a recording as JSON.
  for await (const line of createInterface(createReadStream(path))) if (line) yield JSON.parse(line) as Recording;
}

if (import.meta.main) {
  const [path] = process.argv.slice(2);
  if (path === undefined) throw new Error("Usage: node src/add-recordings.ts recordings.jsonl");
  const redis = connect(process.env.REDIS_URL);
  console.log(`${await addRecordings(readLines(path), redis)} recordings are in the queue.`);
  await redis.quit();
}
