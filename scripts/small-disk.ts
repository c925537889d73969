/** A disk that tests can fill. */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const run = (program: string, ...parameters: string[]) => spawnSync(program, parameters).status === 0;

/** What a test is skipped for that has no small disk. */
export const mayMount = "the right to mount a small disk";

/** Where it is mounted until the test ends; undefined where this process may mount none. */
export function smallDisk(sizeKiB: number): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), "call-analysis-disk-"));
  const isMounted = run("mount", "-t", "tmpfs", "-o", `size=${sizeKiB}k`, "tmpfs", disk);
  onTestFinished(() => {
    if (isMounted) run("umount", disk);
    rmSync(disk, { recursive: true });
  });
  return isMounted ? disk : undefined;
}

/** Leaves no room on a disk. The function that it returns gives the room back. */
export function fillDisk(disk: string): () => void {
  const path = join(disk, "something-else");
  for (const block of [Buffer.alloc(65_536), Buffer.alloc(4_096)]) {
    try {
      for (;;) appendFileSync(path, block);
    } catch {
      // It is full.
    }
  }
  return () => rmSync(path);
}
