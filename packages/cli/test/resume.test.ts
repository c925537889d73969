import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { jsonLines, runCommand, startService, temporaryFolder, wavBytes } from "./support/command.ts";

/** A journal with one creation of which nobody knows the end, and one that is completed. */
async function setUpUncertain() {
  const served = await startService();
  const cwd = temporaryFolder();
  for (const number of [1, 2]) writeFileSync(join(cwd, `${number}.wav`), wavBytes(number));
  served.service.faults.inject({ operation: "createCall", network: "reset", times: 1 });
  const run = (...parameters: string[]) => runCommand(parameters, { env: served.env, cwd });
  const flags = ["--member", served.memberId, "--category", served.categoryId, "--journal", "j"];
  const { exitCode, stdout } = await run("analyze", "1.wav", "2.wav", ...flags);
  expect(exitCode).toBe(3);
  const uncertain = jsonLines(stdout).find((line) => line.uncertain);
  return { ...served, cwd, run, flags, uncertain };
}

test("every run on a journal with something uncertain exits with 3, and creates nothing again", async () => {
  const { run, flags, calls, uncertain } = await setUpUncertain();
  const before = calls().length;
  for (const parameters of [
    ["resume", "j", "--json"],
    ["analyze", "1.wav", "2.wav", ...flags],
  ]) {
    const { exitCode, stdout } = await run(...parameters);
    expect(exitCode).toBe(3);
    expect(jsonLines(stdout).map(({ key, uncertain }) => ({ key, uncertain }))).toEqual(
      expect.arrayContaining([{ key: uncertain.key, uncertain: true }]),
    );
  }
  expect(calls()).toHaveLength(before);
});

test("--settle key=recreate creates the call, and exits with 0 when nothing is left", async () => {
  const { run, calls, uncertain } = await setUpUncertain();
  const before = calls().length;
  const { exitCode, stdout } = await run("resume", "j", "--settle", `${uncertain.key.slice(0, 12)}=recreate`);
  expect(exitCode).toBe(0);
  expect(jsonLines(stdout).every(({ ok }) => ok)).toBe(true);
  expect(calls()).toHaveLength(before + 1);
});

test("--settle key=callId goes on with that call, and creates none", async () => {
  const { run, calls, uncertain, cwd, flags } = await setUpUncertain();
  const { audio_url } = uncertain.resume.call;
  writeFileSync(join(cwd, "3.wav"), wavBytes(3));
  const elsewhere = await run("analyze", "3.wav", ...flags, "--journal", "another");
  const existing = jsonLines(elsewhere.stdout)[0].callId;
  const before = calls().length;
  const { exitCode, stdout } = await run("resume", "j", "--settle", `${uncertain.key}=${existing}`, "--json");
  expect(exitCode).toBe(0);
  expect(jsonLines(stdout)).toEqual(
    expect.arrayContaining([expect.objectContaining({ key: uncertain.key, callId: existing })]),
  );
  expect(calls()).toHaveLength(before);
  expect(audio_url).toMatch(/^http/);
});

test("--settle refuses the call of another recording of the journal", async () => {
  const { run, calls, uncertain } = await setUpUncertain();
  const ofOther = calls()[0]?.id ?? "";
  const { exitCode, stderr } = await run("resume", "j", "--settle", `${uncertain.key}=${ofOther}`);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("call of another input") });
});

test.each([
  { decision: (_: string) => "zzzz=recreate", says: "is no uncertain key" },
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

test("a journal that another program made is listed, with its uncertain entries, and 3", async () => {
  const { env } = await startService();
  const cwd = temporaryFolder();
  const journal = fileJournal(join(cwd, "j"));
  await journal.begin({ baseUrl: env.CALL_ANALYSIS_BASE_URL ?? "" });
  await journal.claim("order-7");
  await journal.sending("order-7");
  await journal.created("order-8", "call_8");
  await journal.close();
  const { exitCode, stdout } = await runCommand(["resume", "j", "--json"], { env, cwd });
  expect(exitCode).toBe(3);
  expect(jsonLines(stdout)).toEqual([
    { ok: false, uncertain: true, key: "order-7" },
    { ok: false, uncertain: false, key: "order-8", callId: "call_8" },
  ]);
});
