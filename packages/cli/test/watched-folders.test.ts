import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchedRecordings } from "../src/batch/watched-folders.ts";
import { temporaryFolder, wavBytes } from "./support/command.ts";

/** Watches a folder until the test ends. */
function watchFolder(cwd: string, folder = cwd) {
  const ended = new AbortController();
  const [onSeen, onChangedLate, onUnseen] = [vi.fn(), vi.fn(), vi.fn()];
  const names: string[] = [];
  const options = { cwd, stableMs: 20, signal: ended.signal, onSeen, onChangedLate, onUnseen, unseen: [] };
  const watching = (async () => {
    for await (const { name } of watchedRecordings([folder], options)) names.push(name);
  })();
  const stop = async () => {
    ended.abort();
    await watching;
  };
  onTestFinished(stop);
  const taken = () => expect.poll(() => names.toSorted(), { interval: 5 });
  return { taken, stop, onSeen, onChangedLate, onUnseen };
}

test("no recording is missed that appears while the watch begins, wherever it is then", async () => {
  const all = Array.from({ length: 60 }, (_, index) => `${index}.wav`);
  const folders = all.map((name) => ({ name, folder: temporaryFolder() }));
  for (const [turns, { name, folder }] of folders.entries()) {
    const { taken, stop } = watchFolder(folder);
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    mkdirSync(join(folder, "new"));
    for (const path of [name, join("new", name)]) writeFileSync(join(folder, path), wavBytes());
    await taken().toEqual([name, join("new", name)].sort());
    await stop();
  }
});

test("a name that another recording gets is taken again, a change of a taken one is told, and a lost folder too", async () => {
  const cwd = temporaryFolder();
  const folder = join(cwd, "in");
  mkdirSync(folder);
  symlinkSync(".", join(folder, "circle"));
  const path = join(folder, "a.wav");
  writeFileSync(path, wavBytes(1));
  const { taken, onSeen, onChangedLate, onUnseen } = watchFolder(cwd, folder);
  await taken().toEqual(["in/a.wav"]);
  appendFileSync(path, "more");
  await expect.poll(() => onChangedLate.mock.calls).toEqual([["in/a.wav"]]);
  renameSync(path, join(folder, "b.wav"));
  await taken().toEqual(["in/a.wav", "in/b.wav"]);
  writeFileSync(path, wavBytes(2));
  await taken().toEqual(["in/a.wav", "in/a.wav", "in/b.wav"]);
  expect(onSeen).toHaveBeenCalledTimes(3);
  renameSync(folder, join(cwd, "elsewhere"));
  // What is below it may be lost in the middle of a look, and told before.
  const lost = () => onUnseen.mock.calls.flat().filter((unseen) => unseen.path === folder);
  await expect.poll(lost).toMatchObject([{ why: expect.stringContaining("ENOENT") }]);
  rmSync(join(cwd, "elsewhere/a.wav"));
  renameSync(join(cwd, "elsewhere"), folder);
  await taken().toEqual(["in/a.wav", "in/a.wav", "in/b.wav", "in/b.wav"]);
});
