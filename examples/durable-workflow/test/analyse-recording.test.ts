import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMockService, type MockServiceOptions } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { journalCases } from "@call-analysis/sdk/journal-conformance";
import { InngestTestEngine } from "@inngest/test";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { analyseRecording, inngest, type Recording, recordingAdded } from "../src/analyse-recording.ts";
import { createApp } from "../src/app.ts";
import { SqliteJournal } from "../src/journal.ts";

const folder = mkdtempSync(join(tmpdir(), "call-analysis-workflow-"));
afterAll(() => rmSync(folder, { recursive: true }));

// The engine prints the errors of steps, which these tests cause on purpose.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

let journals = 0;

/** A connection to a journal that lasts until the test has ended. */
function connect(path: string): SqliteJournal {
  const journal = new SqliteJournal(path);
  onTestFinished(() => journal.close());
  return journal;
}

function newJournalPath(): string {
  journals += 1;
  return join(folder, `journal-${journals}.db`);
}

/**
 * A fake, a recording, and workers. Each worker is another process to the engine: it has its own client and its own
 * connection to the journal, and runs the function from its beginning, with the steps that are done.
 */
async function setUp(options: MockServiceOptions = {}) {
  const service = createMockService({ progression: { mode: "immediate" }, ...options });
  const newClient = () => new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch: service.fetch });
  const sdk = newClient();
  const [agent] = await sdk.agents.list();
  const [category] = await sdk.categories.list();
  const path = join(folder, "call.wav");
  writeFileSync(path, "the bytes of a recording");
  const data: Recording = { key: "recording-1", path, memberId: agent?.id ?? "", categoryId: category?.id ?? "" };
  const journalPath = newJournalPath();
  const done: { id: string; handler: () => unknown }[] = [{ id: "pause 1", handler: () => null }];
  const worker = () =>
    new InngestTestEngine({
      function: analyseRecording(newClient(), connect(journalPath)),
      events: [{ name: recordingAdded.name, data }],
      steps: [...done],
    });
  const { result: audio_url } = await worker().executeStep("upload");
  done.push({ id: "upload", handler: () => audio_url });
  return { service, sdk, data, worker, journalPath, billed: () => service.db.calls.list().length };
}

test("a step that is repeated after it had created its call gives the same call, and one is billed", async () => {
  const { worker, billed, service } = await setUp();
  // The worker is gone before the engine has the step's result.
  const first = await worker().executeStep("create");
  const second = await worker().executeStep("create");
  expect(first.result).toMatch(/^call_/);
  expect(second.result).toBe(first.result);
  expect([billed(), service.journal.count({ operation: "createCall" })]).toEqual([1, 1]);

  const { result } = await worker().execute();
  expect(result).toMatchObject({ callId: first.result, score: expect.any(Number) });
  expect([billed(), service.journal.count({ operation: "uploadRecording" })]).toEqual([1, 1]);
});

test.each([
  { network: "reset" as const, when: "after" as const },
  { status: 503, when: "after" as const },
])(
  "a step whose creation met $network$status is not sent again, and ends the run for a person to look",
  async (fault) => {
    const { worker, billed, service, journalPath } = await setUp();
    service.faults.inject({ operation: "createCall", times: 1, ...fault });
    for (const _ of ["first", "repeated"]) {
      const { error } = await worker().executeStep("create");
      expect(error).toMatchObject({ name: "NonRetriableError" });
    }
    expect([billed(), service.journal.count({ operation: "createCall" })]).toEqual([1, 1]);

    // The person finds the call, and runs the function again.
    const [call] = service.db.calls.list();
    await connect(journalPath).created("recording-1", call?.id ?? "");
    expect((await worker().execute()).result).toMatchObject({ callId: call?.id });
    expect(billed()).toBe(1);
  },
);

test("two workers that run the step at once send one creation", async () => {
  const { worker, billed, service } = await setUp();
  const gate = service.hold("createCall");
  const slow = worker().executeStep("create");
  await gate.reached();
  expect((await worker().executeStep("create")).error).toMatchObject({ name: "NonRetriableError" });
  gate.release();
  const { result } = await slow;
  expect((await worker().executeStep("create")).result).toBe(result);
  expect(billed()).toBe(1);
});

test("a creation that the service has no time for is tried again by the engine, and billed once", async () => {
  const { worker, billed, service } = await setUp();
  service.faults.inject({ operation: "createCall", status: 429, retryAfter: 3_600, times: 1 });
  expect((await worker().executeStep("create")).error).toMatchObject({ name: "RetryAfterError" });
  expect((await worker().executeStep("create")).result).toMatch(/^call_/);
  expect(billed()).toBe(1);
});

test.each(["failed", "rejected"])(
  "a call that is %s ends the run, and is not asked for again",
  async (failedStatus) => {
    const { worker, billed, service } = await setUp({ policies: { failedStatus } });
    service.engine.when({}).fail();
    expect((await worker().execute()).error).toMatchObject({ name: "NonRetriableError" });
    expect([billed(), service.journal.count({ operation: "getCallAnalysis" })]).toEqual([1, 1]);
  },
);

test("the same in one step and without a journal bills each attempt", async () => {
  const { sdk, data, billed } = await setUp();
  const { path, memberId, categoryId } = data;
  const careless = inngest.createFunction({ id: "careless", triggers: [recordingAdded] }, ({ step }) =>
    step.run("analyse", () => sdk.calls.analyzeFile({ file: { path }, memberId, categoryId })),
  );
  const engine = new InngestTestEngine({ function: careless, events: [{ name: recordingAdded.name, data }] });
  await engine.executeStep("analyse");
  await engine.executeStep("analyse");
  expect(billed()).toBe(2);
});

for (const { name, run } of journalCases) {
  test(`the journal: ${name}`, () => {
    const path = newJournalPath();
    return run(() => connect(path));
  });
}

test("the journal keeps the address of the recording whose creation was sent last", async () => {
  const path = newJournalPath();
  const claim = (number: number, recreate = false) => {
    const call = { memberId: "member", categoryId: "category", audio_url: `https://store/${number}` };
    return connect(path).claim("recording-1", { recreate, call });
  };
  await claim(1);
  expect(await claim(2)).toEqual({ status: "unknown", audio_url: "https://store/1" });
  await claim(3, true);
  expect(await claim(4)).toEqual({ status: "unknown", audio_url: "https://store/3" });
});

test("the functions are served to the engine", async () => {
  vi.stubEnv("INNGEST_DEV", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { sdk, journalPath } = await setUp();
  const server = createServer(createApp(sdk, connect(journalPath)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/api/inngest`);
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ function_count: 1 })]);
});
