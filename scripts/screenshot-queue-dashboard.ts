/** Takes the picture of `docs/guides/many-machines.md`: `node scripts/screenshot-queue-dashboard.ts`, after a build. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createMockService } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { addRecordings } from "../examples/bulk-queue/src/add-recordings.ts";
import { serveDashboard } from "../examples/bulk-queue/src/dashboard.ts";
import { RedisCreationLedger } from "../examples/bulk-queue/src/ledger.ts";
import { connect } from "../examples/bulk-queue/src/queues.ts";
import { startRedis } from "../examples/bulk-queue/src/redis-server.ts";
import { createSubmitWorker } from "../examples/bulk-queue/src/submit-worker.ts";
import { createWaitWorker } from "../examples/bulk-queue/src/wait-worker.ts";
import { newContext, startAnyBrowser } from "./browser/start-browser.ts";

const root = join(import.meta.dirname, "..");
const recordingCount = 400;
/** Lost responses: these recordings are uncertain. */
const lostCount = 3;

const folder = await mkdtemp(join(tmpdir(), "screenshot-"));
const server = await startRedis(folder);
const redis = connect(server.url);
const ledger = new RedisCreationLedger(redis);
const { url, close } = await serveDashboard({ redis, ledger }, { port: 0 });
const service = createMockService({ progression: { mode: "time", processingMs: 2_000, pendingMs: 2_000 } });
const workers = startWorkers();
try {
  await addRecordings(recordings(), redis);
  while ((await ledger.uncertainCount()) < lostCount) await pause(20);
  await pause(3_000);
  await takePicture(`${url}/queue/submit?status=failed`, join(root, "docs/images/queue-dashboard.png"));
} finally {
  await Promise.all(workers.map((worker) => worker.close(true)));
  await close();
  redis.disconnect();
  await server.kill();
  await rm(folder, { recursive: true });
}

function startWorkers() {
  const lost = { operation: "createCall", network: "reset", when: "after", skip: 20, times: lostCount } as const;
  service.faults.inject(lost);
  const sdk = new CallAnalysis({ ...service.clientOptions(), fetch: service.fetch });
  const settings = {
    submitsPerSecond: 40,
    pollsPerSecond: 100,
    concurrency: 10,
    lockDurationMs: 30_000,
    firstPollMs: 1_000,
  };
  return [
    createSubmitWorker({ sdk, ledger, redis }, settings),
    createWaitWorker({ sdk, redis, save: async () => {} }, settings),
  ];
}

function* recordings() {
  const [agent] = service.db.agents.list();
  const [category] = service.db.categories.list();
  const ids = { memberId: `${agent?.id}`, categoryId: `${category?.id}` };
  const path = join(root, "examples/quickstart/recordings/sales-call.wav");
  for (let number = 1; number <= recordingCount; number += 1) {
    yield { key: `recording-${84_000 + number}`, path, ...ids };
  }
}

async function takePicture(address: string, path: string): Promise<void> {
  const browser = await startAnyBrowser();
  const page = await (await newContext(browser, { viewport: { width: 1_100, height: 640 } })).newPage();
  await page.goto(address);
  await page.getByText("It is unknown whether the call of").first().waitFor();
  await page.screenshot({ path });
  await browser.close();
}
