/** The two queues and their settings, which all programs of this example share. */
import { createHash } from "node:crypto";
import type { ResumeToken, UserDefinedFields } from "@call-analysis/sdk";
import { type BaseJobOptions, MetricsTime, Queue, UnrecoverableError, type WorkerOptions } from "bullmq";
import { Redis } from "ioredis";

/** A recording to analyse once. All machines must be able to read its file. */
export interface Recording {
  /** Its identity: the same each time the recording is added. */
  key: string;
  path: string;
  memberId: string;
  categoryId: string;
  udfs?: UserDefinedFields;
  /** In a form that the service accepts, such as `2026-01-31T10:00:00Z`. */
  date?: string;
}

/** Upload and create. */
export interface SubmitJob extends Recording {
  /** The service that creates the call. */
  service: string;
  /** The call to create, set after the upload, so that a retry does not upload again. */
  call?: Extract<ResumeToken, { stage: "create" }>["call"];
}

/** Wait for the analysis. */
export interface WaitJob {
  key: string;
  callId: string;
  /** The service that has the call. */
  service: string;
}

/** Separates deployments that share a Redis. */
export interface Scope {
  /** The base URL of the service, normalized. */
  service: string;
  /** Begins all names in Redis. */
  prefix: string;
}

/**
 * From `CALL_ANALYSIS_BASE_URL` and `DEPLOYMENT`, a name of yours such as `staging`, so that a worker of one service
 * sees neither the jobs nor the journal of another.
 */
export function scopeOf({ CALL_ANALYSIS_BASE_URL: address = "", DEPLOYMENT = "default" }: NodeJS.ProcessEnv): Scope {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const service = url ? url.origin + url.pathname.replace(/\/+$/, "") : address;
  const digest = createHash("sha256").update(service).digest("hex").slice(0, 12);
  return { service, prefix: `call-analysis:${encodeURIComponent(DEPLOYMENT)}:${digest}` };
}

/** @throws {UnrecoverableError} for a job of another service than this worker's */
export function checkService(job: { service: string }, { service }: Scope): void {
  if (job.service === service) return;
  throw new UnrecoverableError(
    `This job is of the service "${job.service}", and this worker of "${service}". Start a worker with CALL_ANALYSIS_BASE_URL=${job.service}, and retry the job.`,
  );
}

/** A worker's limits. The rates apply to all machines together. */
export interface Settings {
  submitsPerSecond: number;
  pollsPerSecond: number;
  /** Jobs of a queue in flight in one process. */
  concurrency: number;
  /** The silence after which a worker counts as dead, in milliseconds. */
  lockDurationMs: number;
  /** Pause before the first poll, in milliseconds; later ones are longer. */
  firstPollMs: number;
}

export const queueNames = ["submit", "wait"] as const;
export type QueueName = (typeof queueNames)[number];

/** @throws {RangeError} naming the variable that is not a number above 0 */
export function settingsOf(environment: NodeJS.ProcessEnv): Settings {
  const numberOf = (name: string, otherwise: number) => {
    const value = Number(environment[name] ?? otherwise);
    if (value > 0 && value < Number.POSITIVE_INFINITY) return value;
    throw new RangeError(`${name} must be a number above 0, and is "${environment[name]}".`);
  };
  return {
    submitsPerSecond: numberOf("SUBMITS_PER_SECOND", 20),
    pollsPerSecond: numberOf("POLLS_PER_SECOND", 100),
    concurrency: numberOf("CONCURRENCY", 20),
    lockDurationMs: numberOf("LOCK_DURATION_MS", 30_000),
    firstPollMs: numberOf("FIRST_POLL_MS", 2_000),
  };
}

/** A connection that waits for Redis to return, and then repeats unanswered commands. */
export function connect(url = "redis://127.0.0.1:6379"): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  // Without a listener, a lost connection would end the process.
  redis.on("error", (error) => console.error(`Redis: ${error.message}`));
  return redis;
}

export function submitQueue(connection: Redis, scope = scopeOf(process.env)): Queue<SubmitJob, string> {
  return openQueue("submit", connection, scope);
}

export function waitQueue(connection: Redis, scope = scopeOf(process.env)): Queue<WaitJob, string> {
  return openQueue("wait", connection, scope);
}

function openQueue<Job>(name: QueueName, connection: Redis, { prefix }: Scope): Queue<Job, string> {
  const queue = new Queue<Job, string>(name, {
    connection,
    prefix,
    defaultJobOptions: jobOptions,
    streams: { events: { maxLen: 1_000 } },
  });
  queue.on("error", (error) => console.error(`Queue ${name}: ${error.message}`));
  return queue;
}

/** The number of jobs that have neither completed nor failed, in all queues. */
export async function countUnfinished(queues: readonly Queue[]): Promise<number> {
  const counts = await Promise.all(queues.map((queue) => queue.getJobCountByTypes("wait", "active", "delayed")));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The id of a recording's job. BullMQ accepts neither numbers nor colons. */
export function jobIdOf(key: string): string {
  return `r-${encodeURIComponent(key)}`;
}

/**
 * Completed jobs are soon removed, because the journal remembers them. Failed jobs stay for a person to look at. The
 * pauses between attempts double, so that a job survives an outage of half an hour.
 */
const jobOptions: BaseJobOptions = {
  attempts: 12,
  backoff: { type: "exponential", delay: 1_000, jitter: 0.5 },
  removeOnComplete: { count: 1_000 },
  removeOnFail: false,
};

/** The options of a worker. The limiter counts every job started, on all machines together. */
export function workerOptions(
  connection: Redis,
  {
    perSecond,
    concurrency,
    lockDurationMs,
    scope: { prefix },
  }: { perSecond: number; scope: Scope } & Pick<Settings, "concurrency" | "lockDurationMs">,
): WorkerOptions {
  return {
    connection,
    prefix,
    concurrency,
    limiter: { max: perSecond, duration: 1_000 },
    lockDuration: lockDurationMs,
    stalledInterval: lockDurationMs,
    // Each dead worker costs a job one of these, and the count never resets. `maxStartedAttempts` is not set, because
    // each poll counts as a start.
    maxStalledCount: 1_000,
    metrics: { maxDataPoints: MetricsTime.ONE_WEEK },
  };
}
