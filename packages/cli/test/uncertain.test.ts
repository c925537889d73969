/** A creation whose answer was lost: what is told, and what `uncertain settle` decides. */
import { renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { jsonLines, numbered, setUpFolder, wavBytes } from "./support/command.ts";

async function setUp(count: number) {
  const set = await setUpFolder(numbered(count));
  const analyze = () => set.run(["analyze", "recordings", "--journal", "j", ...set.flags]);
  const uncertain = (...parameters: string[]) => set.run(["uncertain", ...parameters, "--journal", "j"]);
  return { ...set, analyze, uncertain };
}

test("an uncertain call of two copies is told once, with its address, and settled by what the command says", async () => {
  const { analyze, uncertain, service, calls, cwd, memberId, categoryId } = await setUp(1);
  writeFileSync(join(cwd, "recordings/copy.wav"), wavBytes(0));
  service.faults.inject({ operation: "createCall", network: "reset", times: 1 });
  const { exitCode, stdout, stderr } = await analyze();
  const [line] = jsonLines(stdout);
  expect([exitCode, jsonLines(stdout).map((row) => row.uncertain)]).toEqual([3, [true, true]]);
  expect(stderr).toContain("The service never confirmed 1 call.");
  // Either of the two may be the one that was sent.
  const file = basename(line.audioUrl);
  expect(["0.wav", "copy.wav"]).toContain(file);
  expect(stderr).toContain(`  ${line.key.slice(0, 12)}  recordings/${file} (and 1 copy)\n    ${line.audioUrl}\n`);
  expect(stderr).toContain("  call-analysis uncertain --journal j settle KEY --create");
  const listed = await uncertain();
  const { key, audioUrl } = line;
  const call = { memberId, email: service.db.agents.get(memberId)?.email, categoryId, udfs: {} };
  expect(listed.exitCode).toBe(3);
  expect(jsonLines(listed.stdout)).toEqual([{ key, file: `recordings/${file}`, ...call, audioUrl }]);
  expect(await uncertain("settle", line.key.slice(0, 12), "--create")).toMatchObject({ exitCode: 0 });
  expect(await uncertain()).toMatchObject({ exitCode: 0, stdout: "" });
  expect(await analyze()).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(1);
});

test("settle refuses a call that does not exist or is of another recording, and takes the right one", async () => {
  const { analyze, uncertain, service, calls } = await setUp(2);
  service.faults.inject({ operation: "createCall", network: "reset", when: "after", times: 1 });
  await analyze();
  const [{ key, audioUrl }] = jsonLines((await uncertain()).stdout);
  const own = service.db.calls.list().find((call) => call.audioUrl === audioUrl)?.id ?? "";
  const other = calls().find(({ id }) => id !== own)?.id ?? "";
  for (const wrong of ["call_none", other]) {
    const refused = await uncertain("settle", key, wrong);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toContain("Nothing was changed.");
  }
  const noKey = { exitCode: 2, stderr: expect.stringMatching(/^Error: No key in .* begins with/) };
  expect(await uncertain("settle", "", "--skip")).toMatchObject(noKey);
  expect(await uncertain("settle", key, own)).toMatchObject({ exitCode: 0 });
  expect(await analyze()).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(2);
});

test("a skipped recording is counted, and is no failure", async () => {
  const { analyze, uncertain, service, calls } = await setUp(2);
  service.faults.inject({ operation: "createCall", network: "reset", times: 1 });
  await analyze();
  const [{ key }] = jsonLines((await uncertain()).stdout);
  expect(await uncertain("settle", key, "--skip")).toMatchObject({ exitCode: 0 });
  const { exitCode, stdout, stderr } = await analyze();
  const statuses = new Set(jsonLines(stdout).map(({ status }) => status));
  expect({ exitCode, statuses }).toEqual({ exitCode: 0, statuses: new Set(["completed", "skipped"]) });
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
  expect(stderr).toContain("now belongs to another recording");
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
