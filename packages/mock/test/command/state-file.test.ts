import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { StateFile } from "../../src/command/state/state-file.js";
import { createMockService, type MockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { startServer } from "../support/built.js";
import { createCall, grant, known, put, readAnalysis, upload } from "../support/flow.js";
import { runCommand, serveByCommand } from "../support/run-command.js";
import { useStateFiles } from "../support/state-files.js";
import { wav } from "../support/wav.js";

const { newStateFile, cli } = useStateFiles();

/** Serves with a state file in this process; `stderr` is what it said on the way. */
async function served(file: string, ...args: string[]) {
  const { url, close, written } = await serveByCommand("--log", "none", "--state", file, ...args);
  return { url, close, service: at(url), stderr: written.stderr };
}

/** Runs the command with a state file that it must refuse, and returns what it says. */
async function refusal(file: string): Promise<string> {
  const { result, written } = await runCommand("--port", "0", "--state", file);
  expect(result).toEqual({ exitCode: 1 });
  return written.stderr;
}

/** What it takes to ask a server: the tables are those of a service with the same seed. */
function at(url: string): MockService {
  const addresses = { baseUrl: `${url}/v1`, campaignBaseUrl: url, storageUrl: `${url}/storage` };
  return { ...createMockService(), fetch: globalThis.fetch, addresses };
}

/** What a state file has, by another connection to it: nobody may have it open. */
function contentOf(file: string, sql: string): unknown[] {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(sql).all().flatMap(Object.values);
  } finally {
    database.close();
  }
}

function recordingFiles(file: string): string[] {
  return existsSync(`${file}.recordings`) ? readdirSync(`${file}.recordings`) : [];
}

const actions: Record<string, (service: MockService) => unknown> = {
  createCall: (service) => createCall(service),
  poll: (service) => ask(service, `GET /calls/${service.db.calls.list().at(-1)?.id ?? "call_nowhere"}/analysis`),
  upload: (service) => upload(service, wav({ seconds: 1 + service.db.uploads.list().length / 10 })),
  changeCategory: ({ db }) =>
    db.categories.update(db.categories.list()[0]?.id ?? "", { name: `${db.calls.list().length}` }),
  deleteCall: ({ db }) => db.calls.delete(db.calls.list()[0]?.id ?? ""),
  deleteAgent: ({ db }) => db.agents.update(db.agents.list().at(-1)?.id ?? "", { isActive: false }),
  addOrganization: ({ db }) => db.organizations.insert({ id: `org_${db.organizations.list().length}`, name: "New" }),
  advance: ({ clock }) => clock.advance(1_000),
  reset: (service) => service.reset(),
  restore: (service) => service.restore(service.snapshot()),
};

test("what a file is loaded to is the state that was saved, whatever happened and however often it was saved", async () => {
  const steps = fc.array(fc.record({ action: fc.constantFrom(...Object.keys(actions)), isSaved: fc.boolean() }), {
    maxLength: 25,
  });
  const clock = { startAt: "2026-01-31T10:00:00Z" };
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const file = newStateFile();
      const service = createMockService({ clock });
      const state = new StateFile(file, service);
      expect(await state.load()).toBe(false);
      for (const { action, isSaved } of taken) {
        try {
          await actions[action]?.(service);
        } catch (error) {
          // Two organizations cannot have one name.
          expect(error).toMatchObject({ name: "UniqueKeyError" });
        }
        if (isSaved) await state.save();
      }
      await state.close();
      const other = createMockService({ clock });
      const again = new StateFile(file, other);
      expect(await again.load()).toBe(true);
      expect(other.snapshot()).toEqual(service.snapshot());
      await again.close();
    }),
    { numRuns: 15 },
  );
});

test("a call keeps the configuration of its creation when its category changes after it was saved", async () => {
  const file = newStateFile();
  const service = createMockService();
  const state = new StateFile(file, service);
  await state.load();
  const callId = await createCall(service);
  await state.save();
  const { sections } = service.engine.inspect(callId).analysis ?? {};
  service.db.categories.update(service.db.calls.get(callId)?.categoryId ?? "", { analysisPointers: [] });
  await state.close();
  const other = createMockService();
  const again = new StateFile(file, other);
  await again.load();
  expect(other.engine.inspect(callId).analysis?.sections).toEqual(sections);
  await again.close();
});

test("calls share the configuration of their category in the file", async () => {
  const file = newStateFile();
  const service = createMockService();
  const { agent, category, audio_url } = known(service);
  service.seed({ calls: Array(300).fill({ memberId: agent.id, categoryId: category.id, audio_url }) });
  const state = new StateFile(file, service);
  await state.load();
  await state.close();
  expect(contentOf(file, "select count(*) from rows where kind = 'calls'")).toEqual([300]);
  expect(contentOf(file, "select count(*) from rows where json ->> '$.category' is not null")).toEqual([0]);
});

test("a change writes its own rows, however large the store is", async () => {
  const writtenBytes = async (callCount: number) => {
    const file = newStateFile();
    const service = createMockService();
    const { agent, category, audio_url } = known(service);
    service.seed({ calls: Array(callCount).fill({ memberId: agent.id, categoryId: category.id, audio_url }) });
    const state = new StateFile(file, service);
    await state.load();
    await createCall(service);
    await state.save();
    const before = statSync(`${file}-wal`).size;
    for (let count = 0; count < 10; count += 1) {
      await createCall(service);
      await state.save();
    }
    const { size } = statSync(`${file}-wal`);
    await state.close();
    return size - before;
  };
  expect(await writtenBytes(300)).toBeLessThan(2 * (await writtenBytes(0)));
});

test("a write that failed is made up for by the next one", async () => {
  const file = newStateFile();
  const service = createMockService();
  const state = new StateFile(file, service);
  await state.load();
  const { prototype } = DatabaseSync;
  const { exec } = prototype;
  const failing = vi.spyOn(prototype, "exec").mockImplementation(function (this: DatabaseSync, sql) {
    if (sql === "commit") throw new Error("database or disk is full");
    exec.call(this, sql);
  });
  const lost = await createCall(service);
  await expect(state.save()).rejects.toThrow("disk is full");
  failing.mockRestore();
  await createCall(service);
  await state.close();
  expect(contentOf(file, "select id from rows where kind = 'calls'")).toEqual([lost, expect.any(String)]);
});

test("after a restart every call answers the same, a recording is at its address, and the flags of the start do not count", async () => {
  const file = newStateFile();
  const first = await served(file, "--progression", "immediate");
  expect(first.stderr).toBe("");
  const { presignedUrl, publicUrl, key } = await grant(first.service);
  await put(first.service, presignedUrl, wav({ seconds: 5 }));
  const callId = await createCall(first.service, { audio_url: publicUrl, udfs: { crmId: "7" } });
  const before = await readAnalysis(first.service, callId);
  await first.close();
  const again = await served(file, "--seed", "5", "--scenario", "busy");
  expect(again.stderr).toMatch(/--seed and --scenario will count after POST \/__mock__\/reset only/);
  expect(await readAnalysis(again.service, callId)).toEqual(before);
  const recording = await fetch(`${again.url}/storage/${key}`);
  expect(new Uint8Array(await recording.arrayBuffer())).toEqual(wav({ seconds: 5 }));
  await fetch(`${again.url}/__mock__/reset`, { method: "POST" });
  expect(await (await fetch(`${again.url}/__mock__/state`)).json()).toMatchObject({ seed: 5 });
  await again.close();
});

test("kill -9 at any moment leaves a file that loads, with every call that was answered", async () => {
  const file = newStateFile();
  const answered = new Map<string, number>();
  // So large that what is written is brought into the file again and again.
  const text = "x".repeat(60_000);
  // Counted in answers, for a busy machine gives few of them in a time.
  for (const killAfterCalls of process.env.LONG_TESTS ? [1, 25, 60, 200] : [30]) {
    const server = await startServer(cli(), ["--state", file]);
    const service = at(server.url);
    const countBefore = answered.size;
    const flows = Array.from({ length: 20 }, async (_, flow) => {
      const index = killAfterCalls * 1_000 + flow;
      for (;;) answered.set(await createCall(service, { udfs: { index, text } }), index);
    });
    // Each ends when its connection does.
    const ended = Promise.allSettled(flows);
    await vi.waitUntil(() => answered.size >= countBefore + killAfterCalls, { timeout: 120_000, interval: 5 });
    await server.kill();
    await ended;
  }
  const { close, service } = await served(file);
  const found = await Promise.all([...answered.keys()].map((callId) => readAnalysis(service, callId)));
  expect(found.map(({ metadata }) => metadata.udfs?.index)).toEqual([...answered.values()]);
  expect(found.length).toBeGreaterThanOrEqual(30);
  await close();
  expect(contentOf(file, "pragma integrity_check")).toEqual(["ok"]);
});

test("a second process is refused with the number of the first, which goes on; after kill -9 another one has the file", async () => {
  const file = newStateFile();
  const server = await startServer(cli(), ["--state", file]);
  const stderr = await refusal(file);
  expect(stderr).toContain(
    `${file} is in use by process ${server.pid}. End that process, or pass another --state file.`,
  );
  const callId = await createCall(at(server.url));
  await server.kill();
  const started = await Promise.allSettled(Array.from({ length: 3 }, () => startServer(cli(), ["--state", file])));
  const servers = started.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const reasons = started.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
  expect(servers).toHaveLength(1);
  expect(reasons).toEqual([expect.stringContaining("is in use by"), expect.stringContaining("is in use by")]);
  expect(await readAnalysis(at(servers[0]?.url ?? ""), callId)).toMatchObject({ callId });
  await servers[0]?.stop();
});

/** A SQLite file of somebody else, or of another version. */
function databaseWith(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

test.each<[string, (file: string) => void, RegExp]>([
  ["a state of an earlier form, in JSON", (file) => writeFileSync(file, "{}"), /no SQLite.*PUT \/__mock__\/state/],
  ["another database", (file) => databaseWith(file, "create table calls (id)"), /a database of something else/],
  ...[1, 3].map((version): [string, (file: string) => void, RegExp] => [
    `a state of version ${version}`,
    (file) =>
      databaseWith(file, `create table t (id); pragma application_id = 0x66616b65; pragma user_version = ${version}`),
    new RegExp(`of version ${version}, and this program knows version 2: use the @call-analysis/mock that wrote it`),
  ]),
])("%s is refused with one sentence, and left as it is", async (_, make, message) => {
  const file = newStateFile();
  make(file);
  const before = readFileSync(file);
  const stderr = await refusal(file);
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(join(file, "..")).filter((name) => name.startsWith(`${file.split("/").at(-1)}.`))).toEqual([]);
});

test("a runtime without SQLite gets one sentence", async () => {
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
  expect(await refusal(newStateFile())).toMatch(
    /^call-analysis-mock: --state needs Node 22\.13 or later, and this is v.*\n$/,
  );
});

test("a file whose recording is missing is refused", async () => {
  const file = newStateFile();
  const { close, service } = await served(file);
  await upload(service);
  await close();
  rmSync(`${file}.recordings`, { recursive: true });
  const stderr = await refusal(file);
  expect(stderr).toMatch(/cannot be loaded.*recordings.* is missing/);
});

test("recordings that nothing refers to are deleted at reset and at the start", async () => {
  const file = newStateFile();
  const first = await served(file);
  await upload(first.service);
  expect(recordingFiles(file)).toHaveLength(1);
  await fetch(`${first.url}/__mock__/reset`, { method: "POST" });
  expect(recordingFiles(file)).toEqual([]);
  await upload(first.service, wav({ seconds: 3 }));
  await first.close();
  const kept = recordingFiles(file);
  for (const name of ["0".repeat(64), "9f0c.part"]) writeFileSync(join(`${file}.recordings`, name), "left over");
  writeFileSync(join(`${file}.recordings`, "notes.txt"), "not ours");
  const again = await served(file);
  expect(recordingFiles(file).sort()).toEqual([...kept, "notes.txt"].sort());
  await again.close();
});

test("a state with bytes that is put is kept with its recordings", async () => {
  const source = createMockService();
  await upload(source, wav({ seconds: 4 }));
  const file = newStateFile();
  const { url, close } = await served(file);
  const body = JSON.stringify(source.snapshot());
  expect((await fetch(`${url}/__mock__/state`, { method: "PUT", body })).status).toBe(200);
  await close();
  const again = await served(file);
  const key = source.db.uploads.list()[0]?.key;
  const recording = await fetch(`${again.url}/storage/${key}`);
  expect(new Uint8Array(await recording.arrayBuffer())).toEqual(wav({ seconds: 4 }));
  await again.close();
});
