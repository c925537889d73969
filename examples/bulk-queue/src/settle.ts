/**
 * Lists the uncertain creations, and settles one:
 * `node src/settle.ts`, `node src/settle.ts <key> --call <callId>`, `… --recreate`, `… --skip`.
 */
import { parseArgs } from "node:util";
import { CallAnalysis, NotFoundError } from "@call-analysis/sdk";
import type { Redis } from "ioredis";
import { RedisJournal, type Settlement } from "./journal.ts";
import { connect, jobIdOf, submitQueue } from "./queues.ts";

/** Records the decision, and lets the recording's job continue. */
export async function settle(
  { journal, redis }: { journal: RedisJournal; redis: Redis },
  key: string,
  settlement: Settlement,
): Promise<void> {
  await journal.settle(key, settlement);
  const queue = submitQueue(redis);
  const job = await queue.getJob(jobIdOf(key));
  if (job && (await job.isFailed())) await ("skip" in settlement ? job.remove() : job.retry());
  await queue.close();
}

if (import.meta.main) {
  const { REDIS_URL, JOURNAL_REDIS_URL = REDIS_URL } = process.env;
  const redis = connect(REDIS_URL);
  const journalRedis = connect(JOURNAL_REDIS_URL);
  const journal = new RedisJournal(journalRedis);
  try {
    await runCommand({ journal, redis });
  } finally {
    await Promise.all([redis.quit(), journalRedis.quit()]);
  }
}

async function runCommand(dependencies: { journal: RedisJournal; redis: Redis }): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { call: { type: "string" }, recreate: { type: "boolean" }, skip: { type: "boolean" } },
  });
  const [key] = positionals;
  const chosen = settlementsOf(values);
  const [settlement] = chosen;
  if (key === undefined && chosen.length === 0) return list(dependencies.journal);
  if (key === undefined || settlement === undefined || chosen.length > 1) {
    throw new Error("Usage: node src/settle.ts [<key> --call <callId> | --recreate | --skip]");
  }
  if ("callId" in settlement) await checkCall(settlement.callId);
  await settle(dependencies, key, settlement);
  console.log(`${key} is settled.`);
}

/** Asks the service first, because a recorded call cannot be undone. */
async function checkCall(callId: string): Promise<void> {
  await new CallAnalysis().calls.getAnalysis(callId).catch((error: unknown) => {
    if (!NotFoundError.is(error)) throw error;
    throw new Error(`The service has no call ${callId}. Nothing was settled.`, { cause: error });
  });
}

function settlementsOf(values: { call?: string; recreate?: boolean; skip?: boolean }): Settlement[] {
  return [
    ...(values.call === undefined ? [] : [{ callId: values.call }]),
    ...(values.recreate ? [{ recreate: true } as const] : []),
    ...(values.skip ? [{ skip: true } as const] : []),
  ];
}

async function list(journal: RedisJournal): Promise<void> {
  const creations = await journal.uncertainCreations();
  for (const { key, claimedAt } of creations) console.log(`${claimedAt.toISOString()}  ${key}`);
  const { length } = creations;
  console.error(
    length === 0 ? "No call is uncertain." : `${length} uncertain. One of the last minute may be under way.`,
  );
}
