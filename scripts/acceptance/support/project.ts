/** A project outside the repository that has the packed packages installed, for one file of the suite. */
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { root } from "../../test/consumer-projects.ts";
import { consumerProject } from "../../test/packed-packages.ts";

/**
 * The folder of the project, which is removed at the end of the file. The variable `ACCEPTANCE_PROJECT` names a project
 * with other packages, such as an earlier version's: then nothing is packed.
 */
export async function acceptanceProject(): Promise<string> {
  const given = process.env.ACCEPTANCE_PROJECT;
  if (!given) return consumerProject("acceptance", { onTestFinished: (act) => afterAll(act) });
  const folder = await mkdtemp(join(tmpdir(), "call-analysis-acceptance-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await cp(join(root, "scripts/consumers/acceptance"), folder, { recursive: true });
  await symlink(join(given, "node_modules"), join(folder, "node_modules"));
  return folder;
}
