/** A disk that tests can fill. */
import { spawnSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../upload/recordings.ts";

const mount = (...parameters: string[]) => spawnSync("mount", parameters).status === 0;

/** Where it is mounted; undefined where this process may mount none. */
export function smallDisk(sizeKiB: number): string | undefined {
  const disk = temporaryFolder();
  if (!mount("-t", "tmpfs", "-o", `size=${sizeKiB}k`, "tmpfs", disk)) return undefined;
  onTestFinished(() => void spawnSync("umount", [disk]));
  return disk;
}

/** Leaves no room on a disk. The function that it returns gives the room back. */
export function fillDisk(disk: string): () => void {
  const path = `${disk}/something-else`;
  for (const block of [Buffer.alloc(65_536), Buffer.alloc(4_096)]) {
    try {
      for (;;) appendFileSync(path, block);
    } catch {
      // It is full.
    }
  }
  return () => rmSync(path);
}
