/** Runs two worker processes against the fake, kills one, and prints what happens to the recordings and calls. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { addRecordings } from "./add-recordings.ts";
import { serveDashboard } from "./dashboard.ts";
import { RedisJournal } from "./journal.ts";
import { connect, countUnfinished, type Recording, submitQueue, waitQueue } from "./queues.ts";
import { startRedis } from "./redis-server.ts";
import { settle } from "./settle.ts";

const { stay } = parseArgs({ options: { stay: { type: "boolean", default: false } } }).values;
const count = 60;

const folder = await mkdtemp(join(tmpdir(), "bulk-queue-demo-"));
const path = join(folder, "call.wav");
await writeFile(path, "the bytes of a recording");
const server = await startRedis(folder);
const service = createMockService({ progression: { mode: "time", processingMs: 800, pendingMs: 800 } });
const fake = await serve(service, { port: 0 });
// The names in Redis contain this base URL, here and in the workers.
process.env.CALL_ANALYSIS_BASE_URL = service.clientOptions().baseUrl;
const redis = connect(server.url);
const journal = new RedisJournal(redis);
const dashboard = await serveDashboard({ redis, journal }, { port: 0 });
const queues = [submitQueue(redis), waitQueue(redis)];
const saved = new Set<string>();
const workers = new Set<ChildProcess>();
try {
  await run();
  if (stay) await stayed();
} finally {
  for (const worker of workers) worker.kill("SIGKILL");
  await Promise.all([dashboard.close(), ...queues.map((queue) => queue.close())]);
  redis.disconnect();
  await fake.close();
  await server.kill();
  await rm(folder, { recursive: true });
}

async function run(): Promise<void> {
  say("The dashboard is at", dashboard.url);
  // Slow create requests, so that the worker dies during some of them.
  service.faults.inject({ operation: "createCall", latencyMs: 400, when: "after" });
  const doomed = startWorker();
  startWorker();
  await addRecordings(recordings(), redis);
  say("Added", `${count} recordings, for two worker processes`);

  await until(() => created().length >= count / 3);
  doomed.kill("SIGKILL");
  say("Killed", `a worker, with ${created().length} calls created`);
  startWorker();
  say("Started", "another one. It takes over what the dead one had");
  await until(async () => (await countUnfinished(queues)) === 0);

  const uncertain = await journal.uncertainCreations();
  say("Analysed", `${saved.size} recordings`);
  say("Uncertain", `${uncertain.length}, which the dead worker had begun to create`);
  // In production a person looks for them. The demo asks the fake.
  for (const { key } of uncertain) {
    const call = service.db.calls.list().find(({ udfs }) => udfs?.key === key);
    await settle({ journal, redis }, key, call ? { callId: call.id } : { recreate: true });
    say("Settled", `${key}: ${call ? `its call is ${call.id}` : "there is no call, so it is created again"}`);
  }
  await until(() => saved.size === count);
  say("Analysed", `${saved.size} of ${count} recordings`);
  say("Calls", `${created().length}, of ${new Set(created()).size} recordings: none twice`);
}

function* recordings(): Generator<Recording> {
  const [agent] = service.db.agents.list();
  const [category] = service.db.categories.list();
  for (let number = 1; number <= count; number += 1) {
    const key = `recording-${number}`;
    yield { key, path, memberId: `${agent?.id}`, categoryId: `${category?.id}`, udfs: { key } };
  }
}

function startWorker(): ChildProcess {
  const { apiKey } = service.clientOptions();
  const env = {
    ...process.env,
    REDIS_URL: server.url,
    // The environment may name a real journal, which the demo must not touch.
    JOURNAL_REDIS_URL: server.url,
    CALL_ANALYSIS_API_KEY: `${apiKey}`,
    CONCURRENCY: "4",
    LOCK_DURATION_MS: "1000",
    FIRST_POLL_MS: "500",
  };
  const worker = spawn(process.execPath, [join(import.meta.dirname, "worker.ts")], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  createInterface(worker.stdout).on("line", (line) => saved.add(JSON.parse(line).key));
  workers.add(worker);
  return worker;
}

function created(): string[] {
  return service.db.calls.list().map(({ udfs }) => String(udfs?.key));
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(20);
}

function say(what: string, text: string): void {
  console.log(`${what.padEnd(20)} ${text}`);
}

async function stayed(): Promise<void> {
  say("Open", `${dashboard.url}, and end this by Ctrl-C`);
  await new Promise((resolve) => process.once("SIGINT", resolve));
}
