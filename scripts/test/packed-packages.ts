/** The packages as npm would deliver them: `packed-packages-setup.ts` has packed and installed them where `LONG_TESTS` is set. */
import { cp, mkdtemp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { root, tarballsIn } from "./consumer-projects.ts";
import "./packed-packages-setup.ts";

/** The tarballs of the packages that are published. */
export function packedTarballs(): Promise<string[]> {
  return tarballsIn(join(inject("packedPackages"), "tarballs"));
}

/**
 * A project of a test's own outside the repository, with a copy of a folder of `scripts/consumers`, and with the packed packages,
 * which npm has installed. In a folder above it, where modules are looked for too, are the tools of the tests. It may write
 * whatever it likes, except below `node_modules`, which the projects share. It is removed after the run.
 */
export async function consumerProject(consumer: string): Promise<string> {
  const installed = inject("installedProject");
  const folder = await mkdtemp(join(installed, "consumer-"));
  await cp(join(root, "scripts/consumers", consumer), folder, { recursive: true });
  await symlink(join(installed, "node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

/** The folder that the tools are installed in beside the packed packages: runtimes too. */
export function toolsFolder(): string {
  return join(inject("packedPackages"), "tools");
}

/** The path of a file of a tool, such as `vitest/vitest.mjs`. */
export function toolPath(path: string): string {
  return join(toolsFolder(), "node_modules", path);
}
