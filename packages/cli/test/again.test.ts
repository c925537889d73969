/** `--again`: an earlier call stays known until a newer one exists, however the run ends. */
import { EventEmitter } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MockService } from "@call-analysis/mock";
import { expect, test } from "vitest";
import { jsonLines, type RunOptions, type RunResult, setUpFolder, wavBytes } from "./support/command.ts";

async function setUp(names: readonly string[] = ["a.wav"]) {
  const set = await setUpFolder(Object.fromEntries(names.map((name) => [name, 1])));
  const analyze = (parameters: string[] = [], options?: Partial<RunOptions>) =>
    set.run(["analyze", ...names, ...set.flags, "--journal", "j", ...parameters], options);
  const again = (options?: Partial<RunOptions>) => analyze(["--again", "--yes"], options);
  /** The calls that a command's output names. */
  const callsOf = async (running: Promise<RunResult>) => {
    const { exitCode, stdout } = await running;
    return { exitCode, calls: jsonLines(stdout).map(({ callId }) => callId) };
  };
  const ids = () => set.calls().map(({ id }) => id);
  return { ...set, analyze, again, callsOf, ids };
}

type Served = Awaited<ReturnType<typeof setUp>>;

async function failing({ service, again }: Served, fault: Partial<Parameters<MockService["faults"]["inject"]>[0]>) {
  const id = service.faults.inject({ operation: "createCall", ...fault } as never);
  const ended = await again();
  service.rules.remove(id);
  return ended;
}

async function interruptedAt(operation: "uploadRecording" | "createCall", { service, again }: Served) {
  const gate = service.hold(operation);
  const signals = new EventEmitter();
  const running = again({ signals });
  await gate.reached();
  signals.emit("SIGINT");
  signals.emit("SIGINT");
  const ended = await running;
  gate.release();
  return ended;
}

test.each([
  { how: "is refused", end: (set: Served) => failing(set, { status: 422 }), exitCode: 1 },
  { how: "is interrupted", end: (set: Served) => interruptedAt("uploadRecording", set), exitCode: 130 },
])(
  "after a run of --again that $how a plain run has the earlier call, and bills nothing",
  async ({ end, exitCode }) => {
    const set = await setUp();
    const { analyze, callsOf, ids, service } = set;
    await analyze();
    const [earlier] = ids();
    expect(await end(set)).toMatchObject({ exitCode });
    service.journal.clear();
    expect(await callsOf(analyze())).toEqual({ exitCode: 0, calls: [earlier] });
    expect(service.journal.count({ operation: "createUploadUrl" })).toBe(0);
  },
);

test.each([
  { how: "is lost", end: (set: Served) => failing(set, { network: "reset" }) },
  { how: "is stopped", end: (set: Served) => interruptedAt("createCall", set) },
])(
  "after a creation of --again that $how every run says so and bills nothing, until it is decided",
  async ({ end }) => {
    const set = await setUp();
    const { analyze, run, callsOf, ids, service } = set;
    await analyze();
    await end(set);
    service.journal.clear();
    const plain = await analyze();
    expect(plain.exitCode).toBe(3);
    for (const id of ["1", "2"]) expect(await run(["resume", "j", "--run", id])).toMatchObject({ exitCode: 3 });
    expect(service.journal.count({ operation: "createUploadUrl" })).toBe(0);
    const [, key] = /--settle ([0-9a-f]{12})=CALL_ID/.exec(plain.stderr) ?? [];
    expect(await run(["resume", "j", "--settle", `${key}=recreate`])).toMatchObject({ exitCode: 0 });
    expect(await callsOf(analyze())).toEqual({ exitCode: 0, calls: [ids().at(-1)] });
  },
);

test("an uncertain creation of --again is told and settled also when the file of its run is lost", async () => {
  const set = await setUp();
  const { analyze, run, callsOf, ids } = set;
  await analyze();
  await failing(set, { network: "reset", when: "after" });
  rmSync(join(set.cwd, "j.runs"));
  const [first, second] = [await analyze(), await analyze()];
  expect([first.exitCode, second.exitCode]).toEqual([3, 3]);
  const [, key] = /--settle ([0-9a-f]{12})=CALL_ID/.exec(second.stderr) ?? [];
  const newer = ids()[1];
  const settled = { exitCode: 0, calls: [newer] };
  expect(await callsOf(run(["resume", "j", "--settle", `${key}=${newer}`]))).toEqual(settled);
  expect(await callsOf(analyze())).toEqual(settled);
});

test("a damaged file of runs is refused before anything is sent, and can be removed, for nothing is billed again", async () => {
  const { analyze, again, callsOf, ids, service, cwd } = await setUp();
  await analyze();
  await again();
  for (const name of ["j.runs-wal", "j.runs-shm"]) rmSync(join(cwd, name), { force: true });
  writeFileSync(join(cwd, "j.runs"), "not a database".repeat(500));
  service.journal.clear();
  const refused = await analyze();
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Remove this file: the journal") });
  expect(service.journal.count({ operation: "createUploadUrl" })).toBe(0);
  rmSync(join(cwd, "j.runs"));
  expect(await callsOf(analyze())).toEqual({ exitCode: 0, calls: [ids()[1]] });
  expect(ids()).toHaveLength(2);
});

test("an uncertain creation of --again that came to nothing is settled by the earlier call, which then counts", async () => {
  const set = await setUp();
  const { analyze, run, callsOf, ids } = set;
  await analyze();
  const [earlier] = ids();
  const { stderr } = await failing(set, { status: 503, when: "before" });
  const [, key] = /--settle ([0-9a-f]{12})=CALL_ID/.exec(stderr) ?? [];
  const settled = { exitCode: 0, calls: [earlier] };
  expect(await callsOf(run(["resume", "j", "--run", "1", "--settle", `${key}=${earlier}`]))).toEqual(settled);
  for (const running of [analyze(), ...["1", "2"].map((id) => run(["resume", "j", "--run", id]))])
    expect(await callsOf(running)).toEqual(settled);
  expect(ids()).toHaveLength(1);
  await set.again();
  expect(ids()).toHaveLength(2);
});

test("a run of --again that was interrupted creates exactly one call when it goes on, which other runs then have", async () => {
  const set = await setUp(["a.wav", "copy.wav"]);
  const { analyze, run, callsOf, ids } = set;
  await analyze();
  await interruptedAt("uploadRecording", set);
  await analyze();
  expect((await run(["resume", "j"])).stderr).toMatch(/^Going on with run 3\. .*: 2 \(.*, --again\), 1 \(/m);
  expect(ids()).toHaveLength(1);
  const resumed = await callsOf(run(["resume", "j", "--run", "2"]));
  const [, newer] = ids();
  expect(resumed).toEqual({ exitCode: 0, calls: [newer, newer] });
  expect(await callsOf(run(["resume", "j", "--run", "2"]))).toEqual(resumed);
  for (const plain of [analyze(), run(["resume", "j", "--run", "1"])]) expect(await callsOf(plain)).toEqual(resumed);
  expect(ids()).toHaveLength(2);
});

test("each --again bills a recording once more, its copies once, and a plain run has the last call", async () => {
  const { analyze, again, callsOf, ids, service, cwd } = await setUp(["a.wav", "copy.wav"]);
  await analyze();
  for (const count of [2, 3]) {
    const { calls } = await callsOf(again());
    expect(ids()).toHaveLength(count);
    expect(calls).toEqual([ids().at(-1), ids().at(-1)]);
    expect(await callsOf(analyze())).toEqual({ exitCode: 0, calls });
  }
  // Without the file of the runs the last call is found in the journal, and nothing is billed; --again still bills.
  rmSync(join(cwd, "j.runs"));
  for (const _run of ["first", "second"])
    expect(await callsOf(analyze())).toEqual({ exitCode: 0, calls: [ids()[2], ids()[2]] });
  expect(service.journal.count({ operation: "createCall" })).toBe(3);
  await again();
  expect(ids()).toHaveLength(4);
});

test("--again for a recording of which nothing is known creates one call, and a plain run has it", async () => {
  const set = await setUp(["a.wav", "copy.wav"]);
  const { analyze, run, again, callsOf, ids } = set;
  expect(await failing(set, { network: "reset" })).toMatchObject({ exitCode: 3 });
  const plain = await analyze();
  expect(plain).toMatchObject({ exitCode: 3 });
  const [{ key }] = jsonLines(plain.stdout);
  expect(await run(["resume", "j", "--run", "1", "--settle", `${key}=recreate`])).toMatchObject({ exitCode: 0 });
  expect(ids()).toHaveLength(1);
  rmSync(join(set.cwd, "j.runs"));
  expect(await callsOf(analyze())).toEqual({ exitCode: 0, calls: [ids()[0], ids()[0]] });
  await again();
  expect(ids()).toHaveLength(2);
});

test("copies in a run of --again of which nothing was known are one call, also when they come one after the other", async () => {
  const { analyze, callsOf, ids } = await setUp(["a.wav", "b.wav", "c.wav"]);
  const { exitCode, calls } = await callsOf(analyze(["--again", "--yes", "--concurrency", "1"]));
  expect({ exitCode, calls: new Set(calls) }).toEqual({ exitCode: 0, calls: new Set(ids()) });
  expect(ids()).toHaveLength(1);
});

test("what was uncertain before --again is still settled by the line that told of it, and nothing is billed", async () => {
  const { analyze, again, run, ids, service } = await setUp();
  service.faults.inject({ operation: "createCall", network: "reset" });
  const [, line = ""] = /--settle ([0-9a-f]{12})=CALL_ID/.exec((await analyze()).stderr) ?? [];
  service.faults.clear();
  await again();
  const settle = () => run(["resume", "j", "--run", "1", "--settle", `${line}=recreate`]);
  expect(await settle()).toMatchObject({ exitCode: 0 });
  expect(await settle()).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/--settle: a\.wav: settle: .* cannot/),
  });
  expect(ids()).toHaveLength(1);
});

test("the analysis of a newer call that has failed is billed again by --settle, although an earlier call exists", async () => {
  const { analyze, again, run, callsOf, ids, service } = await setUp();
  await analyze();
  const rule = service.engine.when({}).fail("silent");
  await again();
  service.rules.remove(rule.id);
  const failed = await analyze();
  const [{ key, callId }] = jsonLines(failed.stdout);
  expect({ exitCode: failed.exitCode, callId }).toEqual({ exitCode: 1, callId: ids()[1] });
  expect(await run(["resume", "j", "--settle", `${key}=recreate`])).toMatchObject({ exitCode: 0 });
  expect(ids()).toHaveLength(3);
  expect(await callsOf(analyze())).toEqual({ exitCode: 0, calls: [ids()[2]] });
});

test("the question of --again and its dry run say how many of the calls are billed again", async () => {
  const { analyze, cwd, ids } = await setUp(["a.wav", "b.wav"]);
  await analyze();
  expect(await analyze(["--again"])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("1 call would be created and billed again,"),
  });
  writeFileSync(join(cwd, "b.wav"), wavBytes(2));
  expect(await analyze(["--again"])).toMatchObject({
    stderr: expect.stringContaining("2 calls would be created and billed, 1 of them again,"),
  });
  const dry = await analyze(["--again", "--dry-run"], { columns: 80 });
  expect(dry.stderr).toContain("2 calls would be created and billed, 1 of them again.");
  expect(dry.stdout).toMatch(/^a\.wav .* yes, again$/m);
  const { stdout } = await analyze(["--again", "--dry-run", "--json"]);
  expect(jsonLines(stdout).map(({ billed, stage }) => ({ billed, stage }))).toEqual([
    { billed: true, stage: "completed" },
    { billed: true, stage: "new" },
  ]);
  expect(ids()).toHaveLength(1);
});

test("the end of a run tells how many calls it has created: none of those that existed", async () => {
  const { analyze, cwd } = await setUp(["a.wav", "b.wav"]);
  const createdBy = async (flags: string[]) => {
    const { stderr } = await analyze([...flags, "--json"]);
    return jsonLines(stderr).find(({ created }) => created !== undefined)?.created;
  };
  expect(await createdBy([])).toBe(1);
  expect(await createdBy([])).toBe(0);
  writeFileSync(join(cwd, "b.wav"), wavBytes(2));
  expect(await createdBy(["--again", "--yes"])).toBe(2);
});

test("two runs of --again at once create a call each", async () => {
  const { analyze, again, ids, service } = await setUp();
  await analyze();
  const gate = service.hold("createCall");
  const both = [again()];
  await gate.reached();
  both.push(again());
  await expect.poll(() => service.journal.count({ operation: "uploadRecording" })).toBe(3);
  gate.release();
  expect((await Promise.all(both)).map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(ids()).toHaveLength(3);
});
