/** A project outside the repository that has the packed packages installed, for the files of the suite that share a process. */
import { cp, mkdtemp, symlink } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { root } from "../../test/consumer-projects.ts";
import { consumerProject } from "../../test/packed-packages.ts";
import "../../test/packed-packages-setup.ts";

/**
 * The folder of the project, which is removed at the end of the run. The variable `ACCEPTANCE_PROJECT` names a project
 * with other packages, such as an earlier version's: then nothing is packed.
 */
export async function acceptanceProject(): Promise<string> {
  const given = process.env.ACCEPTANCE_PROJECT;
  if (!given) return consumerProject("acceptance");
  const folder = await mkdtemp(join(inject("packedPackages"), "acceptance-"));
  await cp(join(root, "scripts/consumers/acceptance"), folder, { recursive: true });
  await symlink(join(given, "node_modules"), join(folder, "node_modules"));
  return folder;
}
