/** A recording is its bytes and the fields of its call, at one service, and is billed once. */
import { EventEmitter } from "node:events";
import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { agreedCalls } from "../src/batch/billing.ts";
import { Identities } from "../src/batch/identities.ts";
import { inputOf } from "../src/batch/run-input.ts";
import { jsonLines, numbered, type RunOptions, setUpFolder, temporaryFolder, wavBytes } from "./support/command.ts";

async function setUp(count: number) {
  const set = await setUpFolder(numbered(count));
  const { service, memberId, cwd, run } = set;
  mkdirSync(join(cwd, "recordings"), { recursive: true });
  const write = (from: number, to: number, content = (index: number) => index) => {
    for (let index = from; index < to; index += 1)
      writeFileSync(join(cwd, `recordings/${index}.wav`), wavBytes(content(index)));
  };
  const [right = "", wrong = ""] = service.db.categories.list().map(({ id }) => id);
  const analyze = (categoryId: string, parameters: string[] = [], options?: Partial<RunOptions>) =>
    run(
      ["analyze", "recordings", "--journal", "j", "--member", memberId, "--category", categoryId, ...parameters],
      options,
    );
  const categories = () => service.db.calls.list().map(({ categoryId }) => categoryId);
  return { ...set, write, right, wrong, analyze, categories };
}

/** Runs `analyze` until its first creations are answered, and interrupts it. */
async function interrupted({ service, analyze }: Awaited<ReturnType<typeof setUp>>, categoryId: string) {
  const gate = service.hold("createCall");
  const signals = new EventEmitter();
  const running = analyze(categoryId, ["--yes"], { signals });
  await gate.reached();
  signals.emit("SIGINT");
  gate.release();
  expect(await running).toMatchObject({ exitCode: 130 });
}

test.each([
  ["gone", (path: string) => rmSync(path)],
  ["empty", (path: string) => writeFileSync(path, "")],
])("a journal that is %s while its runs are there is said, and nothing is billed again", async (_how, lose) => {
  const { analyze, run, cwd, right, calls } = await setUp(1);
  await analyze(right);
  lose(join(cwd, "j"));
  const gone = { exitCode: 2, stderr: expect.stringContaining("j is gone or empty, so the calls of its runs") };
  expect(await analyze(right)).toMatchObject(gone);
  expect(await analyze(right, ["--dry-run"])).toMatchObject(gone);
  expect(await run(["resume", "j"])).toMatchObject(gone);
  expect(calls()).toHaveLength(1);
  rmSync(join(cwd, "j.runs"));
  expect(
    await run(["analyze", "recordings", "--journal", "j", "--dry-run", "--member", "m", "--category", right]),
  ).toMatchObject({ exitCode: 0 });
});

test("a command that is refused leaves no run behind", async () => {
  const { analyze, cwd, right, calls } = await setUp(2);
  const journal = fileJournal(join(cwd, "j"));
  await journal.begin({ baseUrl: "https://other.test/v1" });
  await journal.close();
  expect(await analyze(right)).toMatchObject({ exitCode: 2 });
  expect(existsSync(join(cwd, "j.runs"))).toBe(false);
  expect(calls()).toEqual([]);
});

test("resume goes on with the last run alone, and with another one that is named", async () => {
  const set = await setUp(12);
  const { run, right, wrong, categories } = set;
  await interrupted(set, wrong);
  const ofWrong = categories().length;
  await interrupted(set, right);
  const resumed = await run(["resume", "j"]);
  expect({ exitCode: resumed.exitCode, lines: jsonLines(resumed.stdout).length }).toEqual({ exitCode: 0, lines: 12 });
  expect(categories().filter((category) => category === wrong)).toHaveLength(ofWrong);
  expect(categories().filter((category) => category === right)).toHaveLength(12);
  expect(await run(["resume", "j", "--run", "1"])).toMatchObject({ exitCode: 0 });
  expect(categories()).toHaveLength(24);
});

test("a run that was refused is not billed by resume: the last one that was agreed to goes on", async () => {
  const set = await setUp(2);
  const { analyze, run, right, wrong, write, calls } = set;
  expect(await analyze(right)).toMatchObject({ exitCode: 0 });
  write(2, 60);
  expect(await analyze(wrong)).toMatchObject({ exitCode: 2 });
  expect(await run(["resume", "j", "--yes"])).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(2);
});

test("resume asks before it creates more than 50 calls, and needs --yes where there is no terminal", async () => {
  const set = await setUp(60);
  const { run, right, calls, service } = set;
  await interrupted(set, right);
  const created = calls().length;
  expect(created).toBeLessThan(10);
  service.journal.clear();
  const refused = await run(["resume", "j"]);
  expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
  expect(refused.stderr).toContain(`${60 - created} calls would be created and billed`);
  expect(service.journal.count({ operation: "createUploadUrl" })).toBe(0);
  expect(await run(["resume", "j", "--yes"])).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(60);
  expect(await run(["resume", "j"])).toMatchObject({ exitCode: 0 });
});

test("calls that a person has decided to create again count among those that resume asks about", async () => {
  const run = { id: 7 };
  const count = async (_inputs: unknown, of: unknown) => ({ unknown: of === run ? 50 : 0, known: 0 });
  const options = { recreated: 1, run, identities: { count }, reporter: { say: () => {} }, context: { stdin: {} } };
  // Nothing else of them is used.
  const agreed = agreedCalls(Array(50).fill({}), { yes: undefined, ...options } as never);
  await expect(agreed).rejects.toThrow("51 calls would be created and billed, and there is no terminal");
});

test("a resume that nobody agreed to settles nothing", async () => {
  const set = await setUp(60);
  const { run, right, cwd, service, calls } = set;
  service.faults.inject({ operation: "createCall", network: "reset", times: 1 });
  await interrupted(set, right);
  const created = calls().length;
  const uncertain = async () => {
    const journal = fileJournal(join(cwd, "j"));
    const entries = await journal.entries();
    await journal.close();
    return entries.filter((entry) => entry.uncertain).map(({ key }) => key);
  };
  const [key] = await uncertain();
  expect(await run(["resume", "j", "--settle", `${key}=recreate`])).toMatchObject({ exitCode: 2 });
  expect(await uncertain()).toEqual([key]);
  expect(calls()).toHaveLength(created);
});

test("what is asked about is what would be billed now: contents, and not names", async () => {
  const { analyze, write, right, calls, service } = await setUp(0);
  // 60 files of 40 contents, and one of them changes after it was counted.
  write(0, 60, (index) => index % 40);
  const gate = service.hold("getCategory");
  const running = analyze(right);
  await gate.reached();
  write(0, 1, () => 500);
  gate.release();
  expect(await running).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(41);
  write(0, 60, (index) => 100 + index);
  const creations = service.journal.count({ operation: "createCall" });
  const { exitCode, stderr } = await analyze(right);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("60 calls would be created") });
  expect(service.journal.count({ operation: "createCall" })).toBe(creations);
});

test("calls beyond the agreed 50 are not created, and the run says how to create the others too", async () => {
  const { analyze, run, write, right, calls, service } = await setUp(0);
  write(0, 60, (index) => index % 40);
  const gate = service.hold("getCategory");
  const running = analyze(right);
  await gate.reached();
  // Counted as 40 calls, and changed since.
  write(0, 60);
  gate.release();
  const { exitCode, stderr } = await running;
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(/^ {2}call-analysis resume j --run 1 --yes$/m),
  });
  expect(calls()).toHaveLength(50);
  expect(await run(["resume", "j", "--run", "1", "--yes"])).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(60);
});

test("a file is read again once it was written, though its size and its time are as before", async () => {
  const cwd = temporaryFolder();
  const journal = fileJournal(join(cwd, "j"));
  const identities = new Identities({ journal, runs: undefined });
  const path = join(cwd, "a.wav");
  const input = inputOf({ path, name: "a.wav" }, { memberId: "m", categoryId: "c" });
  const before = new Date(0);
  const keyOf = async (number: number) => {
    writeFileSync(path, wavBytes(number));
    utimesSync(path, before, before);
    return (await identities.of(input)).key;
  };
  const key = await keyOf(1);
  // More than once, if the clock of the file system has not ticked.
  await expect.poll(() => keyOf(2)).not.toBe(key);
  await journal.close();
});

test("creations that the service put off or refused do not count as agreed to", async () => {
  const { analyze, right, calls, service } = await setUp(48);
  service.faults.inject({ operation: "createCall", status: 429, retryAfter: 0, times: 8 });
  expect(await analyze(right)).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(48);
});

test("a finished analysis is read again, and a call that the service lost, or has for another recording, is said", async () => {
  const { analyze, right, service, calls } = await setUp(3);
  const first = jsonLines((await analyze(right)).stdout);
  service.journal.clear();
  expect(await analyze(right)).toMatchObject({ exitCode: 0 });
  expect(service.journal.count({ operation: "getCallAnalysis" })).toBe(3);
  const [lost, other] = first.map(({ callId }) => callId);
  service.use("getCallAnalysis", ({ params: { callId } }) => {
    if (callId === lost) return Response.json({ error: "not found" }, { status: 404 });
    const call = first.find((line) => line.callId === callId);
    const audioUrl = callId === other ? "https://x.test/x.wav" : call.metadata.audioUrl;
    return { data: { callId, status: "completed", analysis: call.analysis, metadata: { ...call.metadata, audioUrl } } };
  });
  const { exitCode, stdout, stderr } = await analyze(right);
  expect(exitCode).toBe(1);
  const failed = jsonLines(stdout).filter(({ ok }) => !ok);
  expect(failed.map(({ callId, error }) => `${callId} ${error.code}`).sort()).toEqual(
    [lost, other].map((callId) => `${callId} call_lost`).sort(),
  );
  expect(stderr).toContain("not at the service any more");
  expect(stderr).toContain("is one of another recording now");
  expect(stderr).toContain("--again");
  expect(calls()).toHaveLength(3);
});

test("a call that cannot be recorded is in the output, exits with 3, and goes on once it is settled", async () => {
  const { analyze, run, right, service, calls, cwd } = await setUp(1);
  const gate = service.hold("createCall");
  const running = analyze(right);
  await gate.reached();
  // A journal that is gone takes nothing, as a disk that is full.
  renameSync(join(cwd, "j"), join(cwd, "elsewhere"));
  gate.release();
  const { exitCode, stdout, stderr } = await running;
  renameSync(join(cwd, "elsewhere"), join(cwd, "j"));
  const [call] = calls();
  const [row] = jsonLines(stdout);
  expect({ exitCode, row }).toMatchObject({ exitCode: 3, row: { callId: call?.id } });
  expect(stderr).toContain("Created, and not recorded: 1 call.\nOnce the journal can be written, record them:\n");
  const settle = `${row.key.slice(0, 12)}=${call?.id}`;
  expect(stderr).toContain(`call-analysis resume j --run 1 --settle ${settle}`);
  expect(await run(["resume", "j"])).toMatchObject({ exitCode: 3 });
  expect(await run(["resume", "j", "--settle", settle])).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(1);
});
