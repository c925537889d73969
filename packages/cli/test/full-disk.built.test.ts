import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startCommand } from "./support/built-command.ts";
import { jsonLines, startService, temporaryFolder, wavBytes } from "./support/command.ts";

const count = 30;
const mount = (...parameters: string[]) => spawnSync("mount", parameters).status === 0;

/** A disk that takes some of the recordings, where this process may mount one. */
function smallDisk(): string | undefined {
  const disk = join(temporaryFolder(), "disk");
  mkdirSync(disk);
  if (!mount("-t", "tmpfs", "-o", "size=1280k", "tmpfs", disk)) return undefined;
  onTestFinished(() => void spawnSync("umount", [disk]));
  return disk;
}

test("a disk that the journal fills ends the run with 1, and once there is room no call is created twice", async ({
  skip,
}) => {
  const { env, memberId, categoryId, calls } = await startService();
  const disk = smallDisk();
  if (disk === undefined) return skip("root's right to mount a small disk");
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "recordings"));
  for (let index = 0; index < count; index += 1) writeFileSync(join(cwd, `recordings/${index}.wav`), wavBytes(index));
  const journal = join(disk, "calls.journal");
  const flags = ["--member", memberId, "--category", categoryId, "--journal", journal, "--concurrency", "2"];
  const first = startCommand(["analyze", "recordings", ...flags], { env, cwd });
  const exitCode = await first.ended;
  expect({ exitCode, stderr: first.written.stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining("ENOSPC"),
  });
  expect(first.written.stderr).toContain(`call-analysis resume ${journal}`);
  expect(mount("-o", "remount,size=8m", disk)).toBe(true);
  const second = startCommand(["resume", journal], { env, cwd });
  expect(await second.ended).toBe(0);
  expect(jsonLines(second.written.stdout).map(({ ok }) => ok)).toEqual(Array.from({ length: count }, () => true));
  expect(calls()).toHaveLength(count);
});
