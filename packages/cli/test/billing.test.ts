/** A recording is its bytes, the fields of its call and the pass, and is billed once. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CallAnalysis } from "@call-analysis/sdk";
import { analyzeFiles } from "@call-analysis/sdk/batch";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { identify } from "../src/analyze/recording-input.ts";
import { numbered, setUpFolder, temporaryFolder, wavBytes } from "./support/command.ts";

async function setUp(count: number) {
  const set = await setUpFolder(numbered(count));
  const analyze = (...parameters: string[]) =>
    set.run(["analyze", "recordings", "--journal", "j", ...set.flags, ...parameters]);
  return { ...set, analyze };
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
  // The same moment in other words.
  for (const date of ["01/11/2026", "01/11/2026 09:00", "2026-11-01T09:00+05:30", "2026-11-01T03:30Z"])
    await analyze("--date", date);
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

test("above --max-calls nothing is sent, and calls that exist do not count", async () => {
  const { analyze, calls, cwd } = await setUp(2);
  const refused = await analyze("--max-calls", "1", "--yes");
  expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
  expect(refused.stderr).toContain("2 calls would be created and billed, but --max-calls is 1. Nothing was sent.");
  expect(calls()).toEqual([]);
  await analyze("--max-calls", "2");
  writeFileSync(join(cwd, "recordings/new.wav"), wavBytes(9));
  expect(await analyze("--max-calls", "1")).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(3);
});

test("where nobody can be asked, more than 50 calls need --yes or a limit of their own", async () => {
  const { analyze, calls } = await setUp(51);
  const refused = await analyze();
  expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
  expect(refused.stderr).toContain("51 calls would be created and billed, but --max-calls is 50.");
  expect(calls()).toEqual([]);
  expect(await analyze("--max-calls", "51")).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(51);
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
  // The batch reads the category when the recording is known.
  const gate = service.hold("getCategory");
  const running = analyze();
  await gate.reached();
  writeFileSync(join(cwd, "recordings/0.wav"), wavBytes(7));
  gate.release();
  const stderr = expect.stringContaining("recordings/0.wav changed while it was being read.");
  expect(await running).toMatchObject({ exitCode: 1, stderr });
  expect(calls()).toEqual([]);
});
