/** A file in a folder that somebody may still be writing is left for the next run. */
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setUpFolder, wavBytes } from "./support/command.ts";

async function setUp() {
  const set = await setUpFolder({ "in/old.wav": 1, "in/older.wav": 2 });
  const path = join(set.cwd, "in/new.wav");
  writeFileSync(path, wavBytes(3));
  const pauses = { freshMs: 10_000, poll: { initialDelayMs: 0, intervalMs: 10 } };
  const analyze = (...parameters: string[]) => set.run(["analyze", ...parameters, "--journal", "j"], { pauses });
  const changedAgo = (seconds: number) => utimesSync(path, new Date(), new Date(Date.now() - seconds * 1_000));
  return { ...set, analyze, changedAgo };
}

test("a file that was changed in the last ten seconds is left in a folder, named, and taken by a later run", async () => {
  const { analyze, changedAgo, flags, calls } = await setUp();
  changedAgo(2);
  const { exitCode, stderr } = await analyze("in", ...flags);
  expect(exitCode).toBe(0);
  expect(stderr).toContain("Files that changed in the last ten seconds are left for the next run: in/new.wav\n");
  expect(stderr).toContain("2 of 2 recordings completed, 1 left for the next run. 2 calls created.");
  expect(calls()).toHaveLength(2);
  changedAgo(11);
  expect(await analyze("in", ...flags)).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(3);
});

test.each([{ given: ["in/new.wav"] }, { given: ["in/n*.wav"] }, { given: ["in", "in/new.wav"] }])(
  "a file that is named itself is taken at once, as by $given",
  async ({ given }) => {
    const { analyze, flags, calls } = await setUp();
    const { exitCode, stderr } = await analyze(...given, ...flags);
    expect({ exitCode, isLeft: stderr.includes("are left for the next run") }).toEqual({ exitCode: 0, isLeft: false });
    expect(calls().some(({ audioUrl }) => audioUrl.endsWith("new.wav"))).toBe(true);
  },
);

test("a file of a manifest is taken at once", async () => {
  const { analyze, calls, cwd, memberId, categoryId } = await setUp();
  writeFileSync(join(cwd, "calls.csv"), `file,member,category\nin/new.wav,${memberId},${categoryId}\n`);
  expect(await analyze("--manifest", "calls.csv")).toMatchObject({ exitCode: 0 });
  expect(calls()).toHaveLength(1);
});
