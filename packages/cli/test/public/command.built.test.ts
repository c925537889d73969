/** The command `call-analysis`. */
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MockServiceOptions } from "@call-analysis/mock";
import * as sdkPackage from "@call-analysis/sdk";
import { test as alone, expect, type TestContext } from "vitest";
import { wav } from "../../../sdk/test/public/support/fake.ts";
import {
  jsonLines,
  type ServedFake,
  serveFake,
  startCommand,
  temporaryFolder,
} from "../../../sdk/test/public/support/processes.ts";

interface StartOptions {
  recordings?: number;
  progression?: MockServiceOptions["progression"];
}

/** A served fake, a folder with recordings, and runs of the command in it, until the test has ended. */
async function start(
  { onTestFinished: onFinished }: Pick<TestContext, "onTestFinished">,
  { recordings = 0, ...options }: StartOptions = {},
) {
  const fake = await serveFake(options, onFinished);
  const cwd = temporaryFolder(onFinished);
  mkdirSync(join(cwd, "recordings"));
  for (let index = 0; index < recordings; index += 1) {
    const path = join(cwd, `recordings/call ${index}.wav`);
    writeFileSync(path, wav(`recording ${index}`));
    // A file that was changed just now is left for the next run.
    utimesSync(path, 0, 0);
  }
  const begin = (...parameters: string[]) =>
    startCommand("call-analysis", parameters, { cwd, env: fake.env, onFinished });
  const run = async (...parameters: string[]) => {
    const started = begin(...parameters);
    return { exitCode: await started.ended, ...started.written };
  };
  const flags = ["--member", fake.memberId, "--category", fake.categoryId, "--journal", "j"];
  return { ...fake, cwd, begin, run, flags };
}

/** Beside others: most of a command's time is the pause before its first poll. */
const test = alone.concurrent;

const withoutKey = ({ env }: ServedFake): NodeJS.ProcessEnv => ({ ...env, CALL_ANALYSIS_API_KEY: undefined });

alone(
  "an interrupted run exits with 130, and the same command goes on with one call for each recording",
  async (context) => {
    const { begin, run, flags, calls, service, cwd } = await start(context, { recordings: 12 });
    service.faults.inject({ operation: "createCall", latencyMs: 20 });
    const interrupted = begin("analyze", "recordings", ...flags, "--concurrency", "2");
    await expect.poll(calls, { interval: 1 }).toBeGreaterThanOrEqual(3);
    interrupted.process.kill("SIGINT");
    expect(await interrupted.ended).toBe(130);
    expect(calls()).toBeLessThan(12);
    const resumed = await run("analyze", "recordings", ...flags);
    expect([resumed.exitCode, calls()]).toEqual([0, 12]);
    for (const name of readdirSync(cwd)) {
      if (name !== "recordings") expect(readFileSync(join(cwd, name), "latin1")).not.toContain("test-key");
    }
  },
);

alone("a killed run is run again, and each recording has one call or is said to be uncertain", async (context) => {
  const { begin, run, flags, calls, service } = await start(context, { recordings: 20 });
  service.faults.inject({ operation: "createCall", latencyMs: 10 });
  const killed = begin("analyze", "recordings", ...flags);
  await expect.poll(calls, { interval: 1 }).toBeGreaterThanOrEqual(5);
  killed.process.kill("SIGKILL");
  await killed.ended;
  const again = await run("analyze", "recordings", ...flags);
  const uncertain = jsonLines(again.stdout).filter((line) => line.uncertain);
  expect(again.exitCode).toBe(uncertain.length > 0 ? 3 : 0);
  expect(new Set(service.db.calls.list().map(({ audioUrl }) => audioUrl)).size).toBe(calls());
  expect(calls()).toBeLessThanOrEqual(20);
  expect(calls() + uncertain.length).toBeGreaterThanOrEqual(20);
});

test("analyze takes folders and globs, prints a line of JSON for each recording, and creates each call once", async (context) => {
  const { run, flags, calls, service } = await start(context, { recordings: 5 });
  const first = await run("analyze", "recordings/*.wav", ...flags, "--udf", "team=north", "--json");
  expect(first.exitCode).toBe(0);
  const lines = jsonLines(first.stdout);
  expect(lines).toHaveLength(5);
  for (const line of lines) {
    expect(line).toMatchObject({ ok: true, key: expect.any(String), callId: expect.any(String), analysis: {} });
  }
  expect(service.db.calls.list().map(({ udfs }) => udfs)).toEqual(Array.from({ length: 5 }, () => ({ team: "north" })));
  const second = await run("analyze", "recordings", ...flags, "--udf", "team=north");
  expect([second.exitCode, jsonLines(second.stdout).length, calls()]).toEqual([0, 5, 5]);
});

test("an uncertain creation exits with 3 at every run, until it is settled by its call or made again", async (context) => {
  const { run, flags, calls, service } = await start(context, { recordings: 2 });
  const fault = { operation: "createCall", network: "reset", times: 1 } as const;
  service.faults.inject({ ...fault, when: "after", match: { filename: "call 0.wav" } });
  service.faults.inject({ ...fault, when: "before", match: { filename: "call 1.wav" } });
  const first = await run("analyze", "recordings", ...flags);
  expect(first.exitCode).toBe(3);
  const keyOf = (file: string) => jsonLines(first.stdout).find((line) => line.file.endsWith(file)).key;
  const listed = await run("uncertain", "--journal", "j", "--json");
  expect([listed.exitCode, jsonLines(listed.stdout).length, calls()]).toEqual([3, 2, 1]);
  expect((await run("analyze", "recordings", ...flags)).exitCode).toBe(3);
  const [call] = service.db.calls.list();
  const [known, lost] = [keyOf("call 0.wav"), keyOf("call 1.wav")];
  const settle = async (...decision: string[]) =>
    (await run("uncertain", "settle", ...decision, "--journal", "j")).exitCode;
  expect([await settle(known, `${call?.id}`), await settle(lost, "--create")]).toEqual([0, 0]);
  expect([calls(), (await run("uncertain", "--journal", "j")).exitCode]).toEqual([1, 0]);
  expect([(await run("analyze", "recordings", ...flags)).exitCode, calls()]).toEqual([0, 2]);
});

test("a recording that fails exits with 1, and the others are done", async (context) => {
  const { run, flags, service } = await start(context, { recordings: 3 });
  service.engine.when({ filename: "call 1.wav" }).fail("silent");
  const { exitCode, stdout, stderr } = await run("analyze", "recordings", ...flags);
  expect([exitCode, jsonLines(stdout).filter(({ ok }) => ok).length]).toEqual([1, 2]);
  expect(jsonLines(stdout).find(({ ok }) => !ok)).toMatchObject({ error: expect.anything() });
  expect(stderr).not.toBe("");
});

test.for<[what: string, parameters: string[]]>([
  ["a missing flag", ["analyze", "recordings"]],
  ["an unknown flag", ["agents", "list", "--jsn"]],
  ["an unknown command", ["agent"]],
  ["a key as a flag", ["agents", "list", "--api-key", "secret-key-12345"]],
])("%s exits with 2, sends nothing, prints no data, and repeats no key", async ([, parameters], context) => {
  const { run, service } = await start(context, { recordings: 1 });
  const { exitCode, stdout, stderr } = await run(...parameters);
  expect([exitCode, stdout, service.journal.entries()]).toEqual([2, "", []]);
  expect(stderr).not.toContain("secret-key-12345");
});

test("a missing or refused key exits with 4", async ({ onTestFinished: onFinished }) => {
  const fake = await serveFake({}, onFinished);
  const environments = [withoutKey(fake), { ...fake.env, CALL_ANALYSIS_API_KEY: "wrong-key-123456" }];
  for (const env of environments) {
    const started = startCommand("call-analysis", ["agents", "list"], { env, onFinished });
    expect([await started.ended, started.written.stdout]).toEqual([4, ""]);
    expect(started.written.stderr).not.toContain("wrong-key-123456");
  }
});

test("more than 50 calls need --yes or --max-calls where nobody can be asked, and a dry run sends nothing", async (context) => {
  const { run, flags, calls, service } = await start(context, { recordings: 51 });
  const refused = await run("analyze", "recordings", ...flags);
  expect([refused.exitCode, refused.stdout, calls()]).toEqual([2, "", 0]);
  service.journal.clear();
  expect((await run("analyze", "recordings", ...flags, "--dry-run")).exitCode).toBe(0);
  expect(service.journal.count({ operation: "createUploadUrl" })).toBe(0);
  const allowed = await run("analyze", "recordings", ...flags, "--yes");
  expect([allowed.exitCode, calls()]).toEqual([0, 51]);
});

test("--pass bills known recordings once more, and once however often it is named", async (context) => {
  const { run, flags, calls, service } = await start(context, { recordings: 2 });
  expect([(await run("analyze", "recordings", ...flags)).exitCode, calls()]).toEqual([0, 2]);
  const second = await run("analyze", "recordings", ...flags, "--pass", "2");
  expect([second.exitCode, calls()]).toEqual([0, 4]);
  const latest = service.db.calls.list().slice(2);
  const after = await run("analyze", "recordings", ...flags, "--pass", "2");
  expect([after.exitCode, calls()]).toEqual([0, 4]);
  const callIds = jsonLines(after.stdout).map(({ callId }) => callId);
  expect(callIds.toSorted()).toEqual(latest.map(({ id }) => id).toSorted());
});

test("--csv has a line for each recording below its titles", async (context) => {
  const { run, flags } = await start(context, { recordings: 2 });
  const { exitCode, stdout } = await run("analyze", "recordings", ...flags, "--csv");
  expect([exitCode, stdout.trim().split(/\r?\n/).length]).toEqual([0, 3]);
});

test("agents are listed, created, updated and deleted; categories are listed and shown", async (context) => {
  const { run, service, categoryId } = await start(context);
  const created = await run("agents", "create", "--name", "Nia Roy", "--email", "nia@example.com", "--json");
  const { id } = JSON.parse(created.stdout);
  expect((await run("agents", "update", id, "--name", "Nia Sen")).exitCode).toBe(0);
  const agents = JSON.parse((await run("agents", "list", "--json")).stdout);
  expect(agents.find((agent: { id: string }) => agent.id === id)).toMatchObject({ name: "Nia Sen" });
  expect((await run("agents", "delete", id)).exitCode).toBe(0);
  expect(service.db.agents.get(id)?.isActive).not.toBe(true);
  expect(JSON.parse((await run("categories", "list", "--json")).stdout)).toHaveLength(3);
  const category = JSON.parse((await run("categories", "get", categoryId, "--json")).stdout);
  expect(category).toMatchObject({ id: categoryId, possibleOutcomes: expect.any(Array) });
  expect((await run("categories", "get", "none")).exitCode).toBe(1);
});

test("a call is shown as it is, and waited for", async (context) => {
  const { run, service, memberId, categoryId } = await start(context, { progression: { mode: "manual" } });
  const sdk = new sdkPackage.CallAnalysis(service.clientOptions());
  const { callId } = await sdk.calls.submitFile({ file: wav(), filename: "a.wav", memberId, categoryId });
  const shown = await run("calls", "get", callId, "--json");
  expect([shown.exitCode, JSON.parse(shown.stdout)]).toMatchObject([0, { callId, status: "processing" }]);
  service.engine.complete(callId, { score: 82 });
  const waited = await run("calls", "wait", callId, "--json");
  expect([waited.exitCode, jsonLines(waited.stdout)]).toMatchObject([0, [{ callId, analysis: { score: 82 } }]]);
});

test("prospects are added by hand and from a CSV file, with all of its columns", async (context) => {
  const { cwd, run, service } = await start(context);
  const campaign = service.db.campaigns.list()[0]?.id ?? "";
  expect((await run("prospects", "add", campaign, "--name", "A", "--phone", "+911")).exitCode).toBe(0);
  writeFileSync(join(cwd, "people.csv"), "name,phone,city\nB,+912,Pune\nC,+913,Goa\n");
  expect((await run("prospects", "add", campaign, "--from", "people.csv")).exitCode).toBe(0);
  expect(service.db.prospects.list().map(({ fields }) => fields)).toEqual([
    { name: "A", phone: "+911" },
    { name: "B", phone: "+912", city: "Pune" },
    { name: "C", phone: "+913", city: "Goa" },
  ]);
});
