/** Which files are recordings, each once, and which cannot be looked at. */
import { execFileSync } from "node:child_process";
import { copyFileSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonLines, type RunOptions, setUpFolder } from "./support/command.ts";

const days = ["recordings/day/1.wav", "recordings/day/2.wav", "recordings/day/3.wav"];

async function setUp() {
  const set = await setUpFolder(Object.fromEntries(days.map((name, index) => [name, index + 1])));
  const analyze = (parameters: string[], options?: Partial<RunOptions>) =>
    set.run(["analyze", ...parameters, ...set.flags, "--journal", "j"], options);
  const link = (target: string, name: string) => symlinkSync(target, join(set.cwd, name));
  return { ...set, analyze, link };
}

const makePipe = (path: string) => execFileSync("/bin/sh", ["-c", 'mkfifo "$0"', path]);

const filesOf = (stdout: string) =>
  jsonLines(stdout)
    .map(({ file }) => file)
    .sort();

test.each([
  { name: "recordings/all", target: "day" },
  { name: "recordings/loop", target: "." },
])("$name -> $target: a folder that a link leads to as well is walked once", async ({ name, target }) => {
  const { analyze, link } = await setUp();
  link(target, name);
  const { exitCode, stdout } = await analyze(["recordings"]);
  expect({ exitCode, files: filesOf(stdout) }).toEqual({ exitCode: 0, files: days });
});

test("a link that leads nowhere is said, and its own name is not proposed", async () => {
  const { analyze, link } = await setUp();
  link("gone.wav", "latest.wav");
  const { exitCode, stderr } = await analyze(["latest.wav"]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: "Error: latest.wav: broken link to gone.wav.\n" });
});

test("a link to somewhere else is followed, and one that is named itself is taken", async () => {
  const { analyze, link, cwd } = await setUp();
  link(join(cwd, "recordings/day"), "latest");
  mkdirSync(join(cwd, "other"));
  link("../recordings/day/1.wav", "other/one.wav");
  expect(filesOf((await analyze(["latest", "--dry-run"])).stdout)).toEqual([
    "latest/1.wav",
    "latest/2.wav",
    "latest/3.wav",
  ]);
  expect(filesOf((await analyze(["other", "--dry-run"])).stdout)).toEqual(["other/one.wav"]);
  expect(filesOf((await analyze(["other/one.wav"])).stdout)).toEqual(["other/one.wav"]);
});

test("copies and files that links lead to have a line each, and one call", async () => {
  const { analyze, link, cwd, calls } = await setUp();
  const one = join(cwd, "recordings/day/1.wav");
  link("day/1.wav", "recordings/link.wav");
  linkSync(one, join(cwd, "recordings/hard.wav"));
  copyFileSync(one, join(cwd, "recordings/copy.wav"));
  const planned = jsonLines((await analyze(["recordings", "--dry-run"])).stdout);
  expect(planned.filter(({ billed }) => billed)).toHaveLength(3);
  expect(planned.filter(({ state }) => state === "copy")).toHaveLength(3);
  const { exitCode, stdout } = await analyze(["recordings"]);
  const files = ["recordings/copy.wav", ...days, "recordings/hard.wav", "recordings/link.wav"];
  expect({ exitCode, files: filesOf(stdout) }).toEqual({ exitCode: 0, files: files.sort() });
  expect(new Set(jsonLines(stdout).map(({ callId }) => callId)).size).toBe(3);
  expect(calls()).toHaveLength(3);
});

test("a pipe that is named itself is refused, and the message says what to pass instead", async () => {
  const { analyze, cwd } = await setUp();
  makePipe(join(cwd, "pipe"));
  const stderr = expect.stringMatching(/not a regular file.*to a file/);
  expect(await analyze(["pipe"])).toMatchObject({ exitCode: 2, stderr });
});

test.each([
  { what: "a broken link", make: (folder: string) => symlinkSync("nowhere", join(folder, "x.wav")), shown: "x.wav" },
  { what: "a pipe", make: (folder: string) => makePipe(join(folder, "x.wav")), shown: "x.wav" },
  {
    what: "a name that is not UTF-8",
    make: (folder: string) =>
      writeFileSync(Buffer.concat([Buffer.from(join(folder, "caf")), Buffer.from([0xe9]), Buffer.from(".wav")]), "x"),
    shown: "caf�.wav",
  },
])("$what is named, the others are done, and the exit code is 1", async ({ make, shown }) => {
  const { analyze, cwd } = await setUp();
  make(join(cwd, "recordings/day"));
  writeFileSync(join(cwd, "recordings/notes.txt"), "x");
  symlinkSync("nowhere", join(cwd, "recordings/notes-of-yesterday"));
  const { exitCode, stdout, stderr } = await analyze(["recordings"]);
  expect({ exitCode, files: filesOf(stdout) }).toEqual({ exitCode: 1, files: days });
  expect(stderr).toMatch(new RegExp(`^recordings/day/${shown}: `, "m"));
  expect(stderr).not.toContain("notes-of-yesterday");
});

test("a dry run says that an empty file is left out, as the run does", async () => {
  const { analyze, cwd } = await setUp();
  for (const number of [1, 2]) rmSync(join(cwd, `recordings/day/${number}.wav`));
  writeFileSync(join(cwd, "recordings/empty.wav"), "");
  const { stdout, stderr } = await analyze(["recordings", "--dry-run"]);
  expect(jsonLines(stdout)).toContainEqual(
    expect.objectContaining({ file: "recordings/empty.wav", sizeBytes: 0, billed: false, state: "unusable" }),
  );
  expect(stderr).toContain("1 call would be created");
});

test("files of folders and globs that are left out are counted, and named in JSON, with the endings that are read", async () => {
  const { analyze, cwd } = await setUp();
  for (const name of ["call.gsm", "call.wma", "notes.txt", "20261127-101500", ".hidden.gsm"])
    writeFileSync(join(cwd, "recordings/day", name), "x");
  for (const further of [[], ["--dry-run"], ["recordings/day/*"]]) {
    const { stdout, stderr } = await analyze(["recordings", ...further]);
    expect(filesOf(stdout)).toEqual(days);
    expect(stderr).toContain("Skipped 4 files without an audio extension. Folders and globs include only .wav, .mp3, ");
  }
  const { stderr } = await analyze(["recordings", "--dry-run", "--json"]);
  const [told] = jsonLines(stderr);
  expect(told.leftOut).toEqual(
    ["20261127-101500", "call.gsm", "call.wma", "notes.txt"].map((name) => `recordings/day/${name}`),
  );
  expect(told.endings).toContain("3gp");
});

test.each(["other", "other/*"])(
  "%s without a recording exits with 0, and says which endings are read",
  async (named) => {
    const { analyze, cwd } = await setUp();
    mkdirSync(join(cwd, "other"));
    writeFileSync(join(cwd, "other/call.gsm"), "x");
    const { exitCode, stderr } = await analyze([named]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringMatching(/^Skipped 1 file.*\.wav, .*\.3gp\.\nother.*: no recordings found\.\n/),
    });
  },
);

test("a dry run says of a file that would fail why, whether it cannot be read or shows no type", async () => {
  const { analyze, cwd } = await setUp();
  writeFileSync(join(cwd, "call.gsm"), "x");
  const { stdout, stderr } = await analyze(["call.gsm", "recordings/day/1.wav", "--dry-run"]);
  expect(jsonLines(stdout)[0]).toMatchObject({ file: "call.gsm", billed: false, state: "unusable" });
  expect(jsonLines(stdout)[0].error.message).toContain("call.gsm: the file name needs an audio extension");
  for (const told of [stderr, (await analyze(["call.gsm"])).stderr])
    expect(told).toMatch(/^call\.gsm: the file name needs an audio extension/m);
});

test("a file's name cannot write further lines, or anything that a terminal obeys", async () => {
  const { analyze, cwd } = await setUp();
  writeFileSync(join(cwd, "recordings/a\u001b]0;x\u0007\u009b2K\rAll done.\n.wav"), "");
  for (const json of [[], ["--json"]]) {
    const { stderr } = await analyze(["recordings", ...json]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there.
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]|^All done/m);
  }
  // The parameter comes back in an error.
  const { stderr } = await analyze(["no\u001b[2K\nsuch.wav"]);
  expect(stderr).toContain("Error: no�[2K such.wav: no file matches this pattern");
});
