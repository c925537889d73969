/** Polls an analysis once each time that its job is due, so that no process waits. */
import { type CallAnalysis, type CompletedCall, isCompleted, RateLimitError } from "@call-analysis/sdk";
import { DelayedError, type Job, UnrecoverableError, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { checkService, type Settings, scopeOf, type WaitJob, workerOptions } from "./queues.ts";

/** Stores an analysis. Save by `key`: if the worker dies after this, another calls it again. */
export type SaveAnalysis = (key: string, call: CompletedCall) => Promise<void>;

export function createWaitWorker(
  { sdk, redis, save }: { sdk: CallAnalysis; redis: Redis; save: SaveAnalysis },
  settings: Settings,
  scope = scopeOf(process.env),
): Worker<WaitJob, string> {
  const worker = new Worker<WaitJob, string>(
    "wait",
    async (job, token) => {
      const { key, callId } = job.data;
      checkService(job.data, scope);
      const snapshot = await sdk.calls.getAnalysis(callId).catch(pauseAfter429);
      if (isCompleted(snapshot)) {
        await save(key, snapshot);
        return callId;
      }
      const { status } = snapshot;
      if (failedStatuses.has(status)) {
        throw new UnrecoverableError(`The analysis of call ${callId} ended with status "${status}".`);
      }
      if (Date.now() - job.timestamp > longestWaitMs) {
        throw new UnrecoverableError(`Call ${callId} is still "${status}". Retry the job to read it again.`);
      }
      await job.moveToDelayed(Date.now() + pauseAfter(job, settings), token);
      throw new DelayedError();
    },
    workerOptions(redis, { ...settings, scope, perSecond: settings.pollsPerSecond }),
  );
  return worker;

  async function pauseAfter429(error: unknown): Promise<never> {
    if (!RateLimitError.is(error)) throw error;
    await worker.rateLimit(error.retryAfterMs ?? 1_000);
    throw Worker.RateLimitError();
  }
}

/** The statuses that the client treats as failed. */
const failedStatuses = new Set(["failed", "error", "cancelled", "canceled", "rejected", "expired"]);

const longestWaitMs = 6 * 3_600_000;
const longestPauseMs = 60_000;

/** Each poll is a start of the job, so the job already counts them. */
function pauseAfter({ attemptsStarted }: Job, { firstPollMs }: Settings): number {
  return Math.min(firstPollMs * 1.5 ** attemptsStarted, longestPauseMs) * (0.8 + 0.4 * Math.random());
}
