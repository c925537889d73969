import { EventEmitter } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { CallAnalysis } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test, vi } from "vitest";
import { Budget } from "../src/batch/billing.ts";
import { jsonLines, noPauses, setUpFolder, wavBytes } from "./support/command.ts";

/** A journal with one creation of which nobody knows the end, and one that is completed. */
async function setUpUncertain() {
  const set = await setUpFolder({ "1.wav": 1, "2.wav": 2 });
  set.service.faults.inject({ operation: "createCall", network: "reset", times: 1 });
  const run = (...parameters: string[]) => set.run(parameters);
  const flags = [...set.flags, "--journal", "j"];
  const { exitCode, stdout } = await run("analyze", "1.wav", "2.wav", ...flags);
  expect(exitCode).toBe(3);
  const uncertain = jsonLines(stdout).find((line) => line.uncertain);
  return { ...set, run, flags, uncertain };
}

test("an uncertain call of two copies is told once, in lines of 80 columns that a shell takes, and each path has its line", async () => {
  const { service, calls, run, ...set } = await setUpFolder({ "a.wav": 7, "copy.wav": 7 });
  service.faults.inject({ operation: "createCall", network: "reset" });
  const journal = "a-journal-with-a-name-that-is-rather-long.journal";
  const flags = [...set.flags, "--journal", journal];
  const runs = [
    ["analyze", "a.wav", "copy.wav", ...flags],
    ["resume", journal],
  ];
  let settle: string[] = [];
  for (const parameters of runs) {
    const { exitCode, stdout, stderr } = await run(parameters);
    const files = jsonLines(stdout).map(({ file, uncertain }) => `${file} ${uncertain}`);
    expect({ exitCode, files: files.sort() }).toEqual({ exitCode: 3, files: ["a.wav true", "copy.wav true"] });
    expect(stderr).toContain("1 call may have been created");
    const address = jsonLines(stdout)[0].resume.call.audio_url;
    expect(stderr).toContain(`.wav (and 1 more with the same bytes)\n    ${address}\n  call-analysis resume`);
    const [, told = "", ...others] = stderr.split(/^ {2}(?=call-analysis resume )/m);
    expect(others).toEqual([]);
    for (const line of stderr.split("\n").slice(1)) expect(line.length).toBeLessThanOrEqual(80);
    // As a shell reads it.
    [settle = []] = told.split(/(?<!\\)\n/).map((line) => line.replaceAll(/\\\n\s*/g, "").split(" "));
  }
  expect(settle.at(-1)).toMatch(/^[^=]{12}=CALL_ID$/);
  service.faults.clear();
  const decided = settle.slice(1).map((word) => word.replace("CALL_ID", "recreate"));
  expect(await run(decided)).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(1);
});

test("a call that another run is creating is not uncertain for a run that is interrupted meanwhile", async () => {
  const { service, run, cwd, memberId, categoryId, flags } = await setUpFolder({ "1.wav": 1 });
  const upload = service.hold("uploadRecording");
  const refused = vi.spyOn(Budget.prototype, "giveBack");
  const signals = new EventEmitter();
  const running = run(["analyze", "1.wav", ...flags, "--journal", "j"], { signals });
  await upload.reached();
  await using other = fileJournal(join(cwd, "j"));
  await other.begin({ baseUrl: service.clientOptions().baseUrl });
  const input = { file: { path: join(cwd, "1.wav") }, memberId, categoryId };
  const { key } = await other.identify(input, new AbortController().signal);
  const creation = await other.enter({ key });
  await creation.claim(key);
  await creation.sending(key);
  upload.release();
  await expect.poll(() => refused.mock.calls.length).toBeGreaterThan(0);
  signals.emit("SIGINT");
  const { exitCode, stdout, stderr } = await running;
  expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: "" });
  expect(stderr).toContain("1.wav: another run is creating it.");
  expect(stderr).not.toContain("may have been created");
});

test("a run whose call another run is creating from the start says that it waits for it, and so does its end", async () => {
  const { service, run, cwd, memberId, categoryId, flags } = await setUpFolder({ "1.wav": 1, "copy.wav": 1 });
  await using other = fileJournal(join(cwd, "j"));
  await other.begin({ baseUrl: service.clientOptions().baseUrl });
  const input = { file: { path: join(cwd, "1.wav") }, memberId, categoryId };
  const { key } = await other.identify(input, new AbortController().signal);
  const creation = await other.enter({ key, digest: key });
  await creation.claim(key);
  await creation.sending(key);
  const signals = new EventEmitter();
  let said = "";
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      said += chunk;
      done();
    },
  });
  const pauses = { ...noPauses, lineMs: 10 };
  const running = run(["analyze", "1.wav", "copy.wav", ...flags, "--journal", "j"], { signals, stderr, pauses });
  await expect.poll(() => said).toContain("0 of 2 done, 2 waiting for another run\n");
  signals.emit("SIGINT");
  expect(await running).toMatchObject({ exitCode: 130, stdout: "" });
  for (const name of ["1.wav", "copy.wav"]) expect(said).toContain(`${name}: another run is creating it.\n`);
  expect(said).not.toContain("may have been created");
});

test("a dry run tells an uncertain call from one that is being created, and counts it once, whatever copies there are", async () => {
  const { run, flags, cwd, uncertain } = await setUpUncertain();
  writeFileSync(join(cwd, "copy.wav"), readFileSync(join(cwd, uncertain.file)));
  const dryRun = ["analyze", uncertain.file, "copy.wav", ...flags, "--dry-run"];
  const { exitCode, stdout, stderr } = await run(...dryRun, "--json");
  const planned = jsonLines(stdout).map(({ billed, stage }) => ({ billed, stage }));
  expect(planned).toEqual(Array(2).fill({ billed: false, stage: "uncertain" }));
  expect({ exitCode, told: jsonLines(stderr).at(-1) }).toMatchObject({
    exitCode: 0,
    told: { billed: 0, uncertain: 1 },
  });
  const again = await run(...dryRun, "--json", "--again");
  expect(jsonLines(again.stderr).at(-1)).toMatchObject({ billed: 1, uncertain: 0 });
});

test("a key that is decided twice is refused before anything is changed", async () => {
  const { run, uncertain, calls } = await setUpUncertain();
  const before = calls().length;
  const twice = ["--settle", `${uncertain.key}=recreate`, "--settle", `${uncertain.key.slice(0, 12)}=recreate`];
  const { exitCode, stderr } = await run("resume", "j", ...twice);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("decided twice") });
  expect(await run("resume", "j")).toMatchObject({ exitCode: 3 });
  expect(calls()).toHaveLength(before);
});

test("--settle refuses the call of another recording, of this journal or of another one", async () => {
  const { run, calls, uncertain, cwd, flags } = await setUpUncertain();
  writeFileSync(join(cwd, "3.wav"), wavBytes(3));
  await run("analyze", "3.wav", ...flags, "--journal", "another");
  expect(calls()).toHaveLength(2);
  for (const { id } of calls()) {
    const { exitCode, stderr } = await run("resume", "j", "--settle", `${uncertain.key}=${id}`);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("call of another recording") });
  }
});

test("an analysis that failed is said at every run, and is billed again by --settle key=recreate alone", async () => {
  const { run, flags, calls, service, cwd } = await setUpUncertain();
  writeFileSync(join(cwd, "3.wav"), wavBytes(3));
  const rule = service.engine.when({ filename: "3.wav" }).fail("silent");
  const ofOne = ["analyze", "3.wav", ...flags];
  const failed = await run(...ofOne);
  const [{ key }] = jsonLines(failed.stdout);
  expect({ ...failed, stdout: "" }).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`${key.slice(0, 12)}=recreate`),
  });
  // The command that would change nothing is not advised.
  expect(failed.stderr).not.toContain("To try");
  service.rules.remove(rule.id);
  expect(await run(...ofOne)).toMatchObject({ exitCode: 1 });
  expect(calls()).toHaveLength(2);
  expect(await run("resume", "j", "--settle", `${key}=recreate`)).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(3);
  expect(await run("resume", "j", "--settle", `${key}=recreate`)).toMatchObject({ exitCode: 2 });
});

test("to go on is advised where that may help, and not for what the service has refused", async () => {
  const { run, service, flags } = await setUpFolder({ "1.wav": 1, "2.wav": 2 });
  const base = ["analyze", ...flags, "--journal", "j"];
  service.faults.inject({ operation: "createCall", status: 404 });
  const refused = await run([...base, "1.wav"]);
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.not.stringContaining("call-analysis resume") });
  service.faults.inject({ operation: "createUploadUrl", status: 409 });
  const failed = await run([...base, "2.wav"]);
  expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("call-analysis resume") });
});

test("to go on is not advised for a recording that fails as long as it is as it is", async () => {
  const { run, cwd, flags } = await setUpFolder({ "1.wav": 1, "gone.wav": 2 });
  writeFileSync(join(cwd, "empty.wav"), "");
  writeFileSync(join(cwd, "unnamed"), "bytes");
  const base = ["analyze", ...flags, "--journal", "j"];
  const { exitCode, stderr } = await run([...base, "1.wav", "empty.wav", "unnamed"]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("1 of 3 recordings completed, 2 failed.");
  expect(stderr).not.toContain("To try");
});

test("the exit code speaks of the run's own inputs, although another run has left something uncertain", async () => {
  const { run, flags, cwd } = await setUpUncertain();
  writeFileSync(join(cwd, "3.wav"), wavBytes(3));
  expect(await run("analyze", "3.wav", ...flags)).toMatchObject({ exitCode: 0 });
  expect(await run("resume", "j")).toMatchObject({ exitCode: 0 });
  expect(await run("resume", "j", "--run", "1")).toMatchObject({ exitCode: 3 });
  const { exitCode, stderr } = await run("resume", "j", "--run", "7");
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/no run 7.*\n.*2 \(20.*, 1 \(/) });
});

test("a twin whose file is gone still waits for the call that both share", async () => {
  const { service, run, flags, calls, cwd } = await setUpFolder({ "a.wav": 7, "b.wav": 7 });
  const signals = new EventEmitter();
  const gate = service.hold("createCall");
  const running = run(["analyze", "a.wav", "b.wav", ...flags, "--journal", "j"], { signals });
  await gate.reached();
  signals.emit("SIGINT");
  gate.release();
  expect(await running).toMatchObject({ exitCode: 130 });
  rmSync(join(cwd, "a.wav"));
  const { exitCode, stdout } = await run(["resume", "j"]);
  const [call] = calls();
  expect({
    exitCode,
    rows: jsonLines(stdout)
      .map(({ file, callId }) => `${file} ${callId}`)
      .sort(),
  }).toEqual({
    exitCode: 0,
    rows: [`a.wav ${call?.id}`, `b.wav ${call?.id}`],
  });
  expect(calls()).toHaveLength(1);
});

test("a call that exists is waited for, although its file has become another recording", async () => {
  const { run, flags, calls, cwd } = await setUpFolder({ "a.wav": 1 });
  expect(await run(["analyze", "a.wav", ...flags, "--journal", "j"])).toMatchObject({ exitCode: 0 });
  writeFileSync(join(cwd, "a.wav"), wavBytes(2));
  const { exitCode, stdout } = await run(["resume", "j"]);
  expect({ exitCode, callId: jsonLines(stdout)[0]?.callId }).toEqual({ exitCode: 0, callId: calls()[0]?.id });
  expect(calls()).toHaveLength(1);
});

test("resume bills no recording that took the place of another one since", async () => {
  const { service, run, flags, calls, cwd } = await setUpFolder({ "a.wav": 1 });
  service.faults.inject({ operation: "createCall", status: 422, times: 1 });
  expect(await run(["analyze", "a.wav", ...flags, "--journal", "j"])).toMatchObject({ exitCode: 1 });
  writeFileSync(join(cwd, "a.wav"), wavBytes(2));
  const resumed = await run(["resume", "j"]);
  expect(resumed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("a.wav was changed since") });
  expect(calls()).toEqual([]);
});

test.each([
  { decision: (_: string) => "zzzz=recreate", says: "is not a key of this journal" },
  { decision: (key: string) => `${key}=call_none`, says: "has no call call_none" },
])(
  "a decision that cannot be right exits with 2, says that it $says, and changes nothing",
  async ({ decision, says }) => {
    const { run, uncertain, cwd } = await setUpUncertain();
    const { exitCode, stderr } = await run("resume", "j", "--settle", decision(uncertain.key));
    expect(exitCode).toBe(2);
    expect(stderr).toContain(says);
    const entries = await fileJournal(join(cwd, "j")).entries();
    expect(entries.filter((entry) => entry.uncertain)).toHaveLength(1);
  },
);

test("a recording that is gone goes on where its upload was done", async () => {
  const { run, uncertain, cwd } = await setUpUncertain();
  for (const number of [1, 2]) rmSync(join(cwd, `${number}.wav`));
  const { exitCode, stdout } = await run("resume", "j", "--settle", `${uncertain.key}=recreate`);
  expect(exitCode).toBe(0);
  expect(
    jsonLines(stdout)
      .map(({ file, ok }) => ({ file, ok }))
      .sort((one, other) => (one.file < other.file ? -1 : 1)),
  ).toEqual([
    { file: "1.wav", ok: true },
    { file: "2.wav", ok: true },
  ]);
});

test("a program takes a token of the output with the journal and the key of its line, and nothing is billed twice", async () => {
  const { run, flags, service, calls, env } = await setUpFolder({ "1.wav": 1 });
  service.faults.inject({ operation: "createCall", status: 403, times: 1 });
  const { stdout, stderr } = await run(["analyze", "1.wav", ...flags]);
  const [{ key, resume }] = jsonLines(stdout);
  const [, path = ""] = /^Journal: (.*)$/m.exec(stderr) ?? [];
  await using journal = fileJournal(path);
  const client = new CallAnalysis({
    ...service.clientOptions({ fast: true }),
    // The journal is of the address that the command was given.
    baseUrl: env.CALL_ANALYSIS_BASE_URL,
  });
  const { callId } = await client.calls.resume(resume, { ledger: journal, key });
  const again = await run(["analyze", "1.wav", ...flags]);
  expect(jsonLines(again.stdout)).toMatchObject([{ ok: true, key, callId }]);
  expect(calls()).toHaveLength(1);
});

test("a journal that another program made is listed, with its uncertain entries, and 3", async () => {
  const { env, cwd, run } = await setUpFolder();
  const journal = fileJournal(join(cwd, "j"));
  await journal.begin({ baseUrl: env.CALL_ANALYSIS_BASE_URL ?? "" });
  await journal.claim("order-7");
  await journal.sending("order-7");
  await journal.created("order-8", "call_8");
  await journal.close();
  const { exitCode, stdout } = await run(["resume", "j", "--json"]);
  expect(exitCode).toBe(3);
  expect(jsonLines(stdout)).toEqual([
    { ok: false, uncertain: true, key: "order-7" },
    { ok: false, uncertain: false, key: "order-8", callId: "call_8" },
  ]);
});
