import { EventEmitter } from "node:events";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { jsonLines, numbered, type RunOptions, setUpFolder, wavBytes } from "./support/command.ts";

async function setUp(count: number) {
  const set = await setUpFolder(numbered(count));
  const analyze = (parameters: string[], options?: Partial<RunOptions>) =>
    set.run(["analyze", ...parameters, ...set.flags], options);
  return { ...set, analyze };
}

test("the journal's place is said on stderr, and only its owner may read it", async () => {
  const { analyze, env } = await setUp(1);
  const { stderr } = await analyze(["recordings"]);
  const [, path = ""] = /^Journal: (.*)$/m.exec(stderr) ?? [];
  expect(path).toContain(env.HOME);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).not.toContain("test-key");
});

test("folders give their recordings by their endings, in folders below too", async () => {
  const { analyze, cwd } = await setUp(0);
  mkdirSync(join(cwd, "recordings/below"), { recursive: true });
  for (const name of ["A.WAV", "below/b.mp3", "notes.txt", ".hidden.wav"]) {
    writeFileSync(join(cwd, "recordings", name), wavBytes(name.length));
  }
  const { stdout } = await analyze(["recordings", "--dry-run", "--json"]);
  expect(jsonLines(stdout).map(({ file }) => file)).toEqual(["recordings/A.WAV", "recordings/below/b.mp3"]);
});

test("globs and names with their own wildcards are taken, each file once", async () => {
  const { analyze, cwd } = await setUp(2);
  writeFileSync(join(cwd, "call[1].wav"), wavBytes(9));
  const { stdout } = await analyze(["recordings/*.wav", "recordings/0.wav", "call[1].wav", "--dry-run"]);
  expect(jsonLines(stdout).map(({ file }) => file)).toEqual(["call[1].wav", "recordings/0.wav", "recordings/1.wav"]);
});

test("a dry run sends nothing, writes nothing, and knows what the journal has", async () => {
  const { analyze, service, cwd, memberId, categoryId } = await setUp(2);
  await analyze(["recordings/0.wav", "--journal", "j"]);
  service.journal.clear();
  const { stdout, stderr } = await analyze(["recordings", "--journal", "j", "--dry-run"]);
  const common = { sizeBytes: 2_000, key: expect.any(String), memberId, categoryId };
  expect(jsonLines(stdout)).toEqual([
    { ...common, file: "recordings/0.wav", billed: false, state: "created" },
    { ...common, file: "recordings/1.wav", billed: true, state: "new" },
  ]);
  expect(stderr).toContain("2 recordings, 3.9 KiB: 1 call would be created and billed.");
  expect(service.journal.entries().every(({ method }) => method === "GET")).toBe(true);
  await analyze(["recordings", "--journal", "none", "--dry-run"]);
  expect(() => statSync(join(cwd, "none"))).toThrow(/ENOENT/);
});

test("one date in several spellings is one call, and the service gets the first as it was written", async () => {
  const { analyze, calls, service } = await setUp(1);
  for (const date of ["2026-11-01T00:00:00+00:00", "2026-11-01T00:00:00.000Z", "01/11/2026 05:30+05:30"])
    expect(await analyze(["recordings", "--journal", "j", "--date", date])).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(1);
  const [creation] = service.journal.find({ operation: "createCall" });
  expect(JSON.stringify(creation)).toContain("2026-11-01T00:00:00+00:00");
});

test("--csv has a line for each recording below its titles, also for those of earlier runs", async () => {
  const { analyze, cwd } = await setUp(2);
  for (const _run of ["first", "second"]) {
    const { stdout } = await analyze(["recordings", "--csv"]);
    const [titles, ...lines] = stdout.trimEnd().split("\n");
    expect(titles).toMatch(/^file,ok,uncertain,key,callId,status,memberId/);
    expect(lines).toHaveLength(2);
  }
  writeFileSync(join(cwd, "empty.wav"), "");
  expect((await analyze(["empty.wav", "--csv", "--date", "2026-11-21"])).stdout).toContain(",2026-11-21,");
});

test("Ctrl-C exits with 130 and says how to go on; calls being created are finished, none is created twice", async () => {
  const { analyze, calls, service, cwd, flags } = await setUp(12);
  const gate = service.hold("createCall");
  const signals = new EventEmitter();
  const running = analyze(["recordings", "--journal", "j"], { signals });
  await gate.reached();
  signals.emit("SIGINT");
  gate.release();
  const { exitCode, stderr } = await running;
  expect(exitCode).toBe(130);
  const same = `call-analysis analyze recordings --journal j ${flags.join(" ")}`;
  expect(stderr).toContain(`To continue, run the same command again:\n  ${same}\n`);
  const entries = await fileJournal(join(cwd, "j")).entries();
  expect(entries.filter(({ state }) => state === "uncertain")).toEqual([]);
  expect(calls().length).toBeGreaterThan(0);
  expect(calls().length).toBeLessThan(12);
  const resumed = await analyze(["recordings", "--journal", "j"]);
  expect(resumed.exitCode).toBe(0);
  expect(jsonLines(resumed.stdout)).toHaveLength(12);
  expect(calls()).toHaveLength(12);
});

test("a second Ctrl-C does not wait for the calls that are being created", async () => {
  const { analyze, service } = await setUp(1);
  const gate = service.hold("createCall");
  const signals = new EventEmitter();
  const running = analyze(["recordings", "--journal", "j"], { signals });
  await gate.reached();
  signals.emit("SIGINT");
  signals.emit("SIGINT");
  const { exitCode, stdout, stderr } = await running;
  gate.release();
  expect(exitCode).toBe(130);
  expect(jsonLines(stdout)).toMatchObject([{ ok: false, uncertain: true }]);
  expect(stderr).toContain("The service never confirmed 1 call.");
});

test("a full disk where the results go ends the run with 1, and the next run gives all of them", async () => {
  const { analyze, calls } = await setUp(3);
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(full), autoDestroy: false });
  const { exitCode, stderr } = await analyze(["recordings", "--journal", "j"], { stdout });
  expect(exitCode).toBe(1);
  expect(stderr).toContain("the disk is full");
  expect(stderr).toContain("run the same command again:\n  call-analysis analyze recordings --journal j");
  const again = await analyze(["recordings", "--journal", "j"]);
  expect(jsonLines(again.stdout)).toHaveLength(3);
  expect(calls()).toHaveLength(3);
});

test.each([
  { where: "without a terminal", isTTY: false, env: {} },
  { where: "in a dumb terminal", isTTY: true, env: { TERM: "dumb" } },
])("$where there are no escape codes", async ({ isTTY, env }) => {
  const { analyze } = await setUp(3);
  const stderr = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY });
  const { exitCode, stdout } = await analyze(["recordings"], { stderr, env });
  expect(exitCode).toBe(0);
  expect(stdout + stderr.read()).not.toContain("\u001b");
  expect(jsonLines(stdout).map(({ ok }) => ok)).toEqual([true, true, true]);
});
