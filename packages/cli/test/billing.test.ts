/** A recording is its bytes, the fields of its call and the pass, and is billed once. */
import { renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CallAnalysis } from "@call-analysis/sdk";
import { analyzeFiles } from "@call-analysis/sdk/batch";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { identify } from "../src/analyze/recording-input.ts";
import { jsonLines, numbered, setUpFolder, temporaryFolder, wavBytes } from "./support/command.ts";

async function setUp(count: number) {
  const set = await setUpFolder(numbered(count));
  const analyze = (...parameters: string[]) =>
    set.run(["analyze", "recordings", "--journal", "j", ...set.flags, ...parameters]);
  const uncertain = (...parameters: string[]) => set.run(["uncertain", ...parameters, "--journal", "j"]);
  return { ...set, analyze, uncertain };
}

test("a member named by an id, an e-mail or that e-mail in other letters is one member", async () => {
  const { analyze, service, memberId, calls } = await setUp(1);
  const email = service.db.agents.get(memberId)?.email ?? "";
  for (const member of [memberId, email, email.toUpperCase()])
    expect(await analyze("--member", member)).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(1);
});

test("each pass bills a recording once more, and once; so do another category, date or field", async () => {
  const { analyze, calls } = await setUp(2);
  for (const parameters of [
    [],
    ["--pass", "2"],
    ["--udf", "a=1"],
    ["--udf", "a=1", "--udf", "b=2"],
    ["--date", "2026-11-01"],
  ]) {
    const before = calls().length;
    for (const _run of ["first", "second"]) expect(await analyze(...parameters)).toMatchObject({ exitCode: 0 });
    expect(calls()).toHaveLength(before + 2);
  }
  await analyze("--udf", "b=2", "--udf", "a=1");
  await analyze("--date", "01/11/2026");
  expect(calls()).toHaveLength(10);
});

test("a journal of the client's batches and the command know each other's calls", async () => {
  const { analyze, url, memberId, categoryId, calls, cwd } = await setUp(3);
  const sdk = new CallAnalysis({ apiKey: "test-key", baseUrl: `${url}/v1`, poll: { initialDelayMs: 0 } });
  const batch = async (count: number) => {
    await using journal = fileJournal(join(cwd, "j"));
    const files = Object.keys(numbered(count)).map((name) => ({ path: join(cwd, name) }));
    const inputs = files.map((file) => ({ file, memberId, categoryId, udfs: { b: "2", a: "1" } }));
    for await (const { ok } of analyzeFiles(sdk, inputs, { journal })) expect(ok).toBe(true);
  };
  await batch(2);
  await analyze("--udf", "a=1", "--udf", "b=2");
  expect(calls()).toHaveLength(3);
  await batch(3);
  expect(calls()).toHaveLength(3);
});

test("two runs of one pass at once create each call once", async () => {
  const { analyze, calls } = await setUp(6);
  const runs = await Promise.all([analyze("--pass", "2"), analyze("--pass", "2")]);
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(calls()).toHaveLength(6);
});

test("above --max-calls nothing is sent, and calls that exist do not count", async () => {
  const { analyze, calls, cwd } = await setUp(2);
  const refused = await analyze("--max-calls", "1", "--yes");
  expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
  expect(refused.stderr).toContain("2 calls would be created and billed, and at most 1 are allowed. Nothing was sent.");
  expect(calls()).toEqual([]);
  await analyze("--max-calls", "2");
  writeFileSync(join(cwd, "recordings/new.wav"), wavBytes(9));
  expect(await analyze("--max-calls", "1")).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(3);
});

test("a file is another recording once it was written, though its size is as before", async () => {
  const path = join(temporaryFolder(), "a.wav");
  const fields = { memberId: "m", categoryId: "c" };
  const keyOf = async (number: number) => {
    writeFileSync(path, wavBytes(number));
    return (await identify({ path, name: "a.wav", sizeBytes: 2_000, fields, pass: undefined })).key;
  };
  const first = await keyOf(1);
  expect(await keyOf(2)).not.toBe(first);
  expect(await keyOf(1)).toBe(first);
});

test("a file that is changed after it was read is left, and nothing of it is sent", async () => {
  const { analyze, service, calls, cwd } = await setUp(1);
  const gate = service.hold("getCategory");
  const running = analyze();
  await gate.reached();
  gate.release();
  // The batch reads the category again, when the key is known.
  const second = service.hold("getCategory");
  await second.reached();
  writeFileSync(join(cwd, "recordings/0.wav"), wavBytes(7));
  second.release();
  const { exitCode, stderr } = await running;
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining("recordings/0.wav was changed while it was read."),
  });
  expect(calls()).toEqual([]);
});

test("an uncertain call of two copies is told once, with its address, and settled by what the command says", async () => {
  const { analyze, uncertain, service, calls, cwd, memberId, categoryId } = await setUp(1);
  writeFileSync(join(cwd, "recordings/copy.wav"), wavBytes(0));
  service.faults.inject({ operation: "createCall", network: "reset", times: 1 });
  const { exitCode, stdout, stderr } = await analyze();
  const [line] = jsonLines(stdout);
  expect({ exitCode, lines: jsonLines(stdout).map((row) => row.uncertain) }).toEqual({
    exitCode: 3,
    lines: [true, true],
  });
  expect(stderr).toContain("The service never confirmed 1 call.");
  // Either of the two may be the one that was sent.
  const file = basename(line.audioUrl);
  expect(["0.wav", "copy.wav"]).toContain(file);
  expect(stderr).toContain(`  ${line.key.slice(0, 12)}  recordings/${file} (and 1 copy)\n    ${line.audioUrl}\n`);
  expect(stderr).toContain("  call-analysis uncertain --journal j settle KEY --create");
  const listed = await uncertain();
  const agent = service.db.agents.get(memberId)?.email;
  expect(listed.exitCode).toBe(3);
  expect(jsonLines(listed.stdout)).toEqual([
    { key: line.key, file, memberId, email: agent, categoryId, udfs: {}, audioUrl: line.audioUrl },
  ]);
  expect(await uncertain("settle", line.key.slice(0, 12), "--create")).toMatchObject({ exitCode: 0 });
  expect(await uncertain()).toMatchObject({ exitCode: 0, stdout: "" });
  expect(await analyze()).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(1);
});

test("settle refuses a call that does not exist or is of another recording, and takes the right one", async () => {
  const { analyze, uncertain, service, calls } = await setUp(2);
  service.faults.inject({ operation: "createCall", network: "reset", when: "after", times: 1 });
  const { stdout } = await analyze();
  const { key, audioUrl } = jsonLines(stdout).find((line) => line.uncertain);
  const own = service.db.calls.list().find((call) => call.audioUrl === audioUrl)?.id ?? "";
  const other = calls().find(({ id }) => id !== own)?.id ?? "";
  for (const wrong of ["call_none", other]) {
    const refused = await uncertain("settle", key, wrong);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain("Nothing was changed.");
  }
  expect(await uncertain("settle", key, own)).toMatchObject({ exitCode: 0 });
  expect(await analyze()).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(2);
});

test("a skipped recording is counted, and is no failure", async () => {
  const { analyze, uncertain, service, calls } = await setUp(2);
  service.faults.inject({ operation: "createCall", network: "reset", times: 1 });
  const { key } = jsonLines((await analyze()).stdout).find((line) => line.uncertain);
  expect(await uncertain("settle", key, "--skip")).toMatchObject({ exitCode: 0 });
  const { exitCode, stdout, stderr } = await analyze();
  expect({
    exitCode,
    statuses: jsonLines(stdout)
      .map(({ status }) => status)
      .sort(),
  }).toEqual({
    exitCode: 0,
    statuses: ["completed", "skipped"],
  });
  expect(stderr).toContain("1 of 2 recordings completed, 1 skipped. 0 calls created.");
  expect(calls()).toHaveLength(1);
});

test("an analysis that failed is said at every run, and is billed again by settle --create alone", async () => {
  const { analyze, uncertain, service, calls } = await setUp(1);
  const rule = service.engine.when({}).fail("silent");
  const failed = await analyze();
  const [{ key }] = jsonLines(failed.stdout);
  const command = `call-analysis uncertain --journal j settle ${key.slice(0, 12)} --create`;
  expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(command) });
  // The command that would change nothing is not advised.
  expect(failed.stderr).not.toContain("To try");
  service.rules.remove(rule.id);
  expect(await analyze()).toMatchObject({ exitCode: 1 });
  expect(calls()).toHaveLength(1);
  expect(await uncertain("settle", key, "--create")).toMatchObject({ exitCode: 0 });
  expect(await analyze()).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(2);
  expect(await uncertain("settle", key, "--create")).toMatchObject({ exitCode: 2 });
});

test("a call that the service has for another recording by now is said", async () => {
  const { analyze, service, calls } = await setUp(1);
  const [first] = jsonLines((await analyze()).stdout);
  service.use("getCallAnalysis", ({ params: { callId } }) => {
    const metadata = { ...first.metadata, audioUrl: "https://x.test/x.wav" };
    return { data: { callId, status: "completed", analysis: first.analysis, metadata } };
  });
  const { exitCode, stdout, stderr } = await analyze();
  expect({ exitCode, row: jsonLines(stdout)[0] }).toMatchObject({ exitCode: 1, row: { error: { code: "call_lost" } } });
  expect(stderr).toContain("is of another recording now");
  expect(calls()).toHaveLength(1);
});

test("a call that cannot be recorded is told, exits with 3, and goes on once it is settled", async () => {
  const { analyze, uncertain, service, calls, cwd } = await setUp(1);
  const gate = service.hold("createCall");
  const running = analyze();
  await gate.reached();
  // A journal that is gone takes nothing, as a disk that is full.
  renameSync(join(cwd, "j"), join(cwd, "elsewhere"));
  gate.release();
  const { exitCode, stderr } = await running;
  renameSync(join(cwd, "elsewhere"), join(cwd, "j"));
  const [call] = calls();
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(new RegExp(` settle [0-9a-f]{12} ${call?.id}$`, "m"));
  const [, key = ""] = / settle ([0-9a-f]{12}) /.exec(stderr) ?? [];
  expect(await analyze()).toMatchObject({ exitCode: 3 });
  expect(await uncertain("settle", key, `${call?.id}`)).toMatchObject({ exitCode: 0 });
  expect(await analyze()).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(1);
});
