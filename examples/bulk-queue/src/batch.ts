/**
 * One batch on several machines, without queues: start `node src/batch.ts recordings.jsonl` on each, with the same list
 * and the same Redis. One machine creates each call, and every machine prints all analyses. After a crash, rerun it
 * anywhere.
 */
import { CallAnalysis } from "@call-analysis/sdk";
import { analyzeFiles } from "@call-analysis/sdk/batch";
import { readLines } from "./add-recordings.ts";
import { checkDurability, RedisJournal } from "./journal.ts";
import { connect, type Recording } from "./queues.ts";

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Usage: node src/batch.ts recordings.jsonl");

const { REDIS_URL, JOURNAL_REDIS_URL = REDIS_URL, CONCURRENCY = "4" } = process.env;
const redis = connect(JOURNAL_REDIS_URL);
await checkDurability(redis);
// A machine waits while another creates the call of the same recording.
const journal = new RedisJournal(redis, { waitMs: 60_000 });
const recordings: Recording[] = [];
for await (const recording of readLines(path)) recordings.push(recording);
const inputs = shuffled(recordings).map(({ path, ...fields }) => ({ file: { path }, ...fields }));

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());

const options = { journal, concurrency: Number(CONCURRENCY), stopSignal: stopping.signal };
for await (const { key, ok, result, error } of analyzeFiles(new CallAnalysis(), inputs, options)) {
  if (ok) console.log(JSON.stringify({ key, callId: result.callId, score: result.analysis.score }));
  else {
    console.error(`${key}: ${error.message}`);
    process.exitCode = 1;
  }
}
await redis.quit();

/** Shuffled on each machine, so that two machines seldom work on the same recording. */
function shuffled(all: readonly Recording[]): Recording[] {
  return all
    .map((recording) => ({ recording, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ recording }) => recording);
}
