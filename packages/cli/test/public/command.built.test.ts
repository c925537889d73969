/** The command `call-analysis`. */
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MockServiceOptions } from "@call-analysis/mock";
import * as sdkPackage from "@call-analysis/sdk";
import { test as alone, expect, type TestContext } from "vitest";
import { wav } from "../../../sdk/test/public/support/fake.ts";
import { jsonLines, serveFake, startCommand, temporaryFolder } from "../../../sdk/test/public/support/processes.ts";

/** A served fake, an empty folder, and runs of the command in it, until the test has ended. */
async function start(
  { onTestFinished: onFinished }: Pick<TestContext, "onTestFinished">,
  options: Pick<MockServiceOptions, "progression"> = {},
) {
  const fake = await serveFake(options, onFinished);
  const cwd = temporaryFolder(onFinished);
  const run = async (...parameters: string[]) => {
    const started = startCommand("call-analysis", parameters, { cwd, env: fake.env, onFinished });
    return { exitCode: await started.ended, ...started.written };
  };
  return { ...fake, cwd, run };
}

/** Beside others: most of a command's time is the pause before its first poll. */
const test = alone.concurrent;

test("analyze takes folders and globs, prints a line of JSON for each recording, and creates each call once", async (context) => {
  const { run, cwd, calls, service, memberId, categoryId } = await start(context);
  const flags = ["--member", memberId, "--category", categoryId, "--journal", "j"];
  mkdirSync(join(cwd, "recordings"));
  for (let index = 0; index < 5; index += 1) {
    const path = join(cwd, `recordings/call ${index}.wav`);
    writeFileSync(path, wav(`recording ${index}`));
    // A file that was changed just now is left for the next run.
    utimesSync(path, 0, 0);
  }
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

test("agents are listed, created, updated and deleted; categories are listed and shown", async (context) => {
  const { run, service, categoryId } = await start(context);
  const created = await run("agents", "create", "--name", "Nia Roy", "--email", "nia@example.com", "--json");
  const { id } = JSON.parse(created.stdout);
  expect((await run("agents", "update", id, "--name", "Nia Sen")).exitCode).toBe(0);
  const agents = jsonLines((await run("agents", "list")).stdout);
  expect(agents.find((agent) => agent.id === id)).toMatchObject({ name: "Nia Sen" });
  expect((await run("agents", "delete", id)).exitCode).toBe(0);
  expect(service.db.agents.get(id)?.isActive).not.toBe(true);
  expect(jsonLines((await run("categories", "list")).stdout)).toHaveLength(3);
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
