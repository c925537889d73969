/** What is billed is what the latest command asked for, and what a person agreed to. */
import { EventEmitter } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { jsonLines, type RunOptions, runCommand, startService, temporaryFolder, wavBytes } from "./support/command.ts";

async function setUp(count: number) {
  const served = await startService();
  const { service, env, memberId } = served;
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "recordings"));
  for (let index = 0; index < count; index += 1) writeFileSync(join(cwd, `recordings/${index}.wav`), wavBytes(index));
  const [right = "", wrong = ""] = service.db.categories.list().map(({ id }) => id);
  const run = (parameters: string[], options: Partial<RunOptions> = {}) =>
    runCommand(parameters, { env, cwd, ...options });
  const analyze = (categoryId: string, parameters: string[] = [], options: Partial<RunOptions> = {}) =>
    run(
      ["analyze", "recordings", "--journal", "j", "--member", memberId, "--category", categoryId, ...parameters],
      options,
    );
  const categories = () => service.db.calls.list().map(({ categoryId }) => categoryId);
  return { ...served, cwd, right, wrong, run, analyze, categories };
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

test("a command that is refused leaves nothing behind: no recordings, and the file of the results as it was", async () => {
  const { analyze, cwd, right, calls } = await setUp(2);
  const journal = fileJournal(join(cwd, "j"));
  await journal.begin({ baseUrl: "https://other.test/v1" });
  await journal.close();
  writeFileSync(join(cwd, "out.csv"), "of another run\n");
  expect(await analyze(right, ["--out", "out.csv", "--force"])).toMatchObject({ exitCode: 2 });
  expect(readFileSync(join(cwd, "out.csv"), "utf8")).toBe("of another run\n");
  expect(existsSync(join(cwd, "j.inputs"))).toBe(false);
  expect(calls()).toEqual([]);
});

test.each(["j", "j.inputs", "./j-wal", "recordings/0.wav", "list", "link"])(
  "--out %s exits with 2: the run needs that file",
  async (out) => {
    const { analyze, cwd, right, service } = await setUp(1);
    const { symlinkSync } = await import("node:fs");
    writeFileSync(join(cwd, "list"), "recordings/0.wav\n");
    symlinkSync("j", join(cwd, "link"));
    const { exitCode, stderr } = await analyze(right, ["--files-from", "list", "--out", out, "--force"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(`--out: ${out} is`) });
    expect(service.journal.entries()).toEqual([]);
    expect(readFileSync(join(cwd, "list"), "utf8")).toBe("recordings/0.wav\n");
    expect(readFileSync(join(cwd, "recordings/0.wav"))).toEqual(wavBytes(0));
  },
);

test("resume creates calls with the options of the latest command alone, and says what it leaves out", async () => {
  const set = await setUp(12);
  const { analyze, run, right, wrong, categories } = set;
  await interrupted(set, wrong);
  const ofWrong = categories().length;
  expect(ofWrong).toBeLessThan(12);
  expect(await analyze(right)).toMatchObject({ exitCode: 0 });
  const { exitCode, stdout, stderr } = await run(["resume", "j"]);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining(`Left out: ${12 - ofWrong} calls`),
  });
  expect(categories().filter((category) => category === wrong)).toHaveLength(ofWrong);
  expect(categories().filter((category) => category === right)).toHaveLength(12);
  expect(jsonLines(stdout).filter(({ ok }) => ok)).toHaveLength(12 + ofWrong);
});

test("the command that was run last is the latest one, also when it was run before", async () => {
  const set = await setUp(12);
  const { run, right, wrong, categories } = set;
  for (const category of [right, wrong, right]) await interrupted(set, category);
  const ofWrong = categories().filter((category) => category === wrong).length;
  expect(await run(["resume", "j"])).toMatchObject({ exitCode: 0 });
  expect(categories().filter((category) => category === wrong)).toHaveLength(ofWrong);
  expect(categories().filter((category) => category === right)).toHaveLength(12);
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
  expect(service.journal.entries()).toEqual([]);
  expect(await run(["resume", "j", "--yes"])).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(60);
  expect(await run(["resume", "j"])).toMatchObject({ exitCode: 0 });
});
