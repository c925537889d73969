/** Uploads recordings, creates each call once, and passes the calls to the queue that waits. */
import {
  BadRequestError,
  type CallAnalysis,
  CallAnalysisError,
  ConflictError,
  NotFoundError,
  RateLimitError,
  SubmissionUncertainError,
  UnprocessableEntityError,
} from "@call-analysis/sdk";
import { type Job, UnrecoverableError, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { RedisJournal } from "./journal.ts";
import { checkService, type Settings, type SubmitJob, scopeOf, waitQueue, workerOptions } from "./queues.ts";

export function createSubmitWorker(
  { sdk, journal, redis }: { sdk: CallAnalysis; journal: RedisJournal; redis: Redis },
  settings: Settings,
  scope = scopeOf(process.env),
): Worker<SubmitJob, string> {
  const waiting = waitQueue(redis, scope);
  const worker = new Worker<SubmitJob, string>(
    "submit",
    async (job) => {
      checkService(job.data, scope);
      const callId = await submit(job).catch((error) => endAttempt(job, error));
      const { key, service } = job.data;
      // The same id, so that a rerun of this job adds no second one.
      await waiting.add("wait", { key, callId, service }, { jobId: `${job.id}`, delay: settings.firstPollMs });
      return callId;
    },
    workerOptions(redis, { ...settings, scope, perSecond: settings.submitsPerSecond }),
  );
  worker.on("closed", () => waiting.close());
  return worker;

  /** @returns the callId */
  async function submit({ data: { key, path, call, service: _, ...fields } }: Job<SubmitJob, string>): Promise<string> {
    // Checked before the upload too: a known call needs no upload.
    const known = await journal.find(key);
    if (known?.state === "created") return known.callId;
    if (known?.state === "skipped") throw new UnrecoverableError(`"${key}" was left out by a person.`);
    if (known?.state === "uncertain") throw uncertain(key);
    const created = call
      ? await sdk.calls.submitUrl(call, { journal, key })
      : await sdk.calls.submitFile({ file: { path }, ...fields }, { journal, key });
    return created.callId;
  }

  /** Decides about a failed attempt: end the job, pause the queue, or try again. */
  async function endAttempt(job: Job<SubmitJob, string>, error: unknown): Promise<never> {
    if (CallAnalysisError.is(error) && error.resume?.stage === "create" && !job.data.call) {
      await job.updateData({ ...job.data, call: error.resume.call });
    }
    if (SubmissionUncertainError.is(error)) throw uncertain(job.data.key, error);
    if (RateLimitError.is(error)) {
      // Pauses all machines, and uses up no attempt.
      await worker.rateLimit(error.retryAfterMs ?? 1_000);
      throw Worker.RateLimitError();
    }
    if (isRefusal(error)) throw new UnrecoverableError(String(error));
    throw error;
  }
}

/** Whether a retry cannot help. A wrong key does not count: somebody will correct it. */
function isRefusal(error: unknown): boolean {
  if (BadRequestError.is(error) || UnprocessableEntityError.is(error)) return true;
  return NotFoundError.is(error) || ConflictError.is(error);
}

/** Ends a job for good. A person checks whether the call exists; until then, retrying the job creates nothing. */
function uncertain(key: string, cause?: unknown): UnrecoverableError {
  const why = cause === undefined ? "" : ` ${cause}`;
  const error = new UnrecoverableError(
    `It is unknown whether the call of "${key}" was created. Look for it, then run: node src/settle.ts ${key}.${why}`,
  );
  // The dashboard shows the stack, which helps nobody there.
  error.stack = String(error);
  return error;
}
