import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { requiresLongTests } from "../../../scripts/test-requirements.ts";
import { createMockService, type MockService } from "../src/index.js";
import { listening } from "./control/listening.js";
import { built, startServer, temporaryFolder } from "./support/built.js";
import { createCall, type Snapshot } from "./support/flow.js";

/** Thousands where time is plenty: `LONG_TESTS` is set by `.ci/run`. */
const flowCount = process.env.LONG_TESTS ? 2_000 : 200;
const folder = temporaryFolder();
let stop = async () => {};

afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Works through the numbers from 0, so many at the same time, and returns the results in their order. */
async function inParallel<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: 100 }, worker));
  return results;
}

/** Tries until an attempt succeeds. */
async function untilDone<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    const result = await attempt().catch(() => undefined);
    if (result !== undefined) return result;
  }
}

/** Reads an analysis once; undefined when that fails or the call is under way. */
async function finished(service: MockService, callId: string): Promise<Snapshot | undefined> {
  const headers = { authorization: "Bearer test-key" };
  const response = await service.fetch(`${service.addresses.baseUrl}/calls/${callId}/analysis`, { headers });
  if (response.status !== 200) return undefined;
  const { data }: { data: Snapshot } = await response.json();
  return data.status === "completed" ? data : undefined;
}

test(`of ${flowCount} flows at the same time over HTTP, with faults, every created call is found again with its own data`, async () => {
  const { service, close } = await listening({ progression: { mode: "immediate" } });
  stop = close;
  service.faults.inject({ operation: "createCall", probability: 0.05, status: 503 });
  service.faults.inject({ operation: "createCall", probability: 0.02, status: 500, when: "after" });
  service.faults.inject({ operation: "getCallAnalysis", probability: 0.03, network: "reset" });
  service.faults.inject({ operation: "getCallAnalysis", probability: 0.03, body: "truncate" });
  const found = await inParallel(flowCount, async (index) => {
    const callId = await untilDone(() => createCall(service, { udfs: { index } }));
    return { callId, snapshot: await untilDone(() => finished(service, callId)) };
  });
  expect(found.map(({ snapshot }) => snapshot.metadata.udfs?.index)).toEqual(Array.from(found.keys()));
  expect(found.map(({ snapshot }) => snapshot.callId)).toEqual(found.map(({ callId }) => callId));
  const kept = service.db.calls.list();
  expect(new Set(kept.map(({ id }) => id)).size).toBe(kept.length);
  expect(new Set(kept.map(({ udfs }) => udfs?.index)).size).toBe(flowCount);
});

// That every answered call is there after kill -9 is tested with few of them, too: in command/state-file.test.ts.
test(`after kill -9 and a restart, ${flowCount} calls are found again`, requiresLongTests, async () => {
  const args = ["--state", join(folder, "state.db"), "--progression", "immediate"];
  const cli = await built("cli", folder);
  const first = await startServer(cli, args);
  const callIds = await inParallel(flowCount, (index) => createCall(at(first.url), { udfs: { index } }));
  await first.kill();
  const again = await startServer(cli, args);
  stop = again.stop;
  const service = at(again.url);
  const found = await inParallel(flowCount, (index) => untilDone(() => finished(service, callIds[index] ?? "")));
  expect(found.map(({ metadata }) => metadata.udfs?.index)).toEqual(Array.from(found.keys()));
});

/** What it takes to ask a server whose rows are those of any service with the same seed. */
function at(url: string): MockService {
  const addresses = { baseUrl: `${url}/v1`, campaignBaseUrl: url, storageUrl: `${url}/storage` };
  return { ...template, fetch: globalThis.fetch, addresses };
}

const template = createMockService();
