/**
 * A worker process. Start as many as you like, on any machines: `node src/worker.ts`, or with the name of one queue.
 * Each analysis is a line of JSON on stdout.
 */
import { CallAnalysis } from "@call-analysis/sdk";
import { checkDurability, RedisJournal } from "./journal.ts";
import { connect, settingsOf } from "./queues.ts";
import { createSubmitWorker } from "./submit-worker.ts";
import { createWaitWorker, type SaveAnalysis } from "./wait-worker.ts";

const { REDIS_URL, JOURNAL_REDIS_URL = REDIS_URL } = process.env;
const names = process.argv.slice(2);
const settings = settingsOf(process.env);

/** Put your database here. */
const save: SaveAnalysis = async (key, { callId, analysis: { score, outcomeLabel } }) => {
  process.stdout.write(`${JSON.stringify({ key, callId, score, outcomeLabel })}\n`);
};

const redis = connect(REDIS_URL);
const journalRedis = connect(JOURNAL_REDIS_URL);
await checkDurability(journalRedis);
const journal = new RedisJournal(journalRedis);
// A long pause must apply to all machines, so the client leaves it to the queue.
const sdk = new CallAnalysis({ retry: { maxRetryAfterMs: 1_000 } });

const starts = {
  submit: () => createSubmitWorker({ sdk, journal, redis }, settings),
  wait: () => createWaitWorker({ sdk, redis, save }, settings),
};
const workers = Object.entries(starts)
  .filter(([name]) => names.length === 0 || names.includes(name))
  .map(([, start]) => start());
for (const worker of workers) worker.on("error", (error) => console.error(`Worker ${worker.name}: ${error.message}`));
console.error(`Working on: ${workers.map(({ name }) => name).join(", ")}.`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);

/** Finishes the jobs in flight, and takes no new ones. While Redis is down they cannot finish: waits two seconds. */
async function stop(): Promise<void> {
  let looksInVain = 0;
  setInterval(() => {
    const isUp = redis.status === "ready" && journalRedis.status === "ready";
    looksInVain = isUp ? 0 : looksInVain + 1;
    if (looksInVain < 4) return;
    console.error("Redis is down. Another worker takes over what was under way, or this one when it starts again.");
    process.exit(1);
  }, 500).unref();
  await Promise.all(workers.map((worker) => worker.close()));
  await Promise.all([redis.quit(), journalRedis.quit()]);
}
