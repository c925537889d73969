/**
 * Adds and processes recordings in one process, and reports its memory ten times:
 * `node --expose-gc test/endless-process.ts <address of Redis> <recording> <count>`.
 */
import { CallAnalysis } from "@call-analysis/sdk";
import { addRecordings } from "../src/add-recordings.ts";
import { RedisJournal } from "../src/journal.ts";
import { connect } from "../src/queues.ts";
import { createSubmitWorker } from "../src/submit-worker.ts";
import { createWaitWorker } from "../src/wait-worker.ts";
import { cannedFetch } from "./canned-service.ts";

/** A line of the report. */
export interface MemoryReading {
  done: number;
  heapBytes: number;
  redisBytes: number;
  /** Keys in Redis, the journal's included. */
  keys: number;
}

const [redisUrl, path = "", count = "0"] = process.argv.slice(2);
const total = Number(count);
const sdk = new CallAnalysis({ apiKey: "test-key", baseUrl: "https://api.example.com/v1", fetch: cannedFetch });
const redis = connect(redisUrl);
const dependencies = { sdk, redis, journal: new RedisJournal(redis) };
const unlimited = {
  submitsPerSecond: 1_000_000,
  pollsPerSecond: 1_000_000,
  concurrency: 50,
  lockDurationMs: 30_000,
  firstPollMs: 0,
};
let done = 0;
const save = async () => {
  done += 1;
  if (done % (total / 10) === 0) await read(done);
  if (done === total) process.exit();
};

createSubmitWorker(dependencies, unlimited);
createWaitWorker({ ...dependencies, save }, unlimited);
await addRecordings(recordings(), redis, { maxUnfinished: 1_000, lookEveryMs: 10 });

function* recordings() {
  for (let index = 0; index < total; index += 1) {
    yield { key: `recording-${index}`, path, memberId: "mem_1", categoryId: "cat_1", udfs: { crmId: index } };
  }
}

async function read(after: number): Promise<void> {
  globalThis.gc?.();
  const heapBytes = process.memoryUsage().heapUsed;
  const [, redisBytes] = /used_memory:(\d+)/.exec(await redis.info("memory")) ?? [];
  const reading: MemoryReading = { done: after, heapBytes, redisBytes: Number(redisBytes), keys: await redis.dbsize() };
  console.log(JSON.stringify(reading));
}
