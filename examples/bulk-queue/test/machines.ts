/** The fake over HTTP, and worker processes that use it, like real machines without a network between them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createMockService, type MockService, type MockServiceOptions } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { onTestFinished, vi } from "vitest";
import type { Recording } from "../src/queues.ts";
import { recordingsFor } from "./recordings.ts";

/** A service, recordings for it, and workers. */
export interface Machines {
  service: MockService;
  recordings: (count: number) => Recording[];
  /** Starts a worker process. It is killed when the test has ended. */
  startWorker: (environment?: NodeJS.ProcessEnv) => WorkerProcess;
  /** Starts another program of `src/`. */
  startProgram: (name: string, parameters: string[]) => WorkerProcess;
}

/** A process that prints each analysis. */
export interface WorkerProcess {
  child: ChildProcess;
  /** The key of each analysis, once for each time it was saved. */
  saved: string[];
  ended: Promise<unknown>;
}

/** Short, so that a test does not wait half a minute for a dead worker's jobs. */
const fastSettings = {
  SUBMITS_PER_SECOND: "400",
  POLLS_PER_SECOND: "1000",
  LOCK_DURATION_MS: "1000",
  FIRST_POLL_MS: "200",
};

/** Starts the service, and ends it with all workers when the test has ended. */
export async function startMachines(redisUrl: string, options: MockServiceOptions = {}): Promise<Machines> {
  const service = createMockService({ journal: { maxEntries: 100_000 }, ...options });
  const server = await serve(service, { port: 0 });
  onTestFinished(() => server.close());
  const { apiKey, baseUrl } = service.clientOptions();
  // The names in Redis contain this address, here and in the workers.
  vi.stubEnv("CALL_ANALYSIS_BASE_URL", baseUrl);
  const addresses = {
    REDIS_URL: redisUrl,
    JOURNAL_REDIS_URL: redisUrl,
    CALL_ANALYSIS_API_KEY: `${apiKey}`,
    CALL_ANALYSIS_BASE_URL: baseUrl,
  };
  const start = (program: string[], environment: NodeJS.ProcessEnv = {}) =>
    startProcess(program, { ...process.env, ...fastSettings, ...addresses, ...environment });
  return {
    service,
    recordings: await recordingsFor(service),
    startWorker: (environment) => start(["worker.ts"], environment),
    startProgram: (name, parameters) => start([name, ...parameters]),
  };
}

function startProcess([name = "", ...parameters]: string[], env: NodeJS.ProcessEnv): WorkerProcess {
  const program = join(import.meta.dirname, "../src", name);
  const child = spawn(process.execPath, [program, ...parameters], { env, stdio: ["ignore", "pipe", "ignore"] });
  const saved: string[] = [];
  createInterface(child.stdout).on("line", (line) => {
    // A process that is killed may leave half a line.
    if (line.endsWith("}")) saved.push(JSON.parse(line).key);
  });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { child, saved, ended };
}
