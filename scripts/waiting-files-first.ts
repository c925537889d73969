import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order of the test files in a run. The files of a project that wait for processes and browsers, `*.built.test.ts`,
 * come before its others: if one of them came last, the other workers would have nothing to do meanwhile. Vitest by itself
 * begins with the files that took longest, which it does not know where it has not run before.
 */
export default class WaitingFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (files.some(({ moduleId }) => moduleId.includes(".built.test."))) warnOfOldBuilds();
    const longestFirst = await super.sort(files);
    // Projects stay together: a process that files share ends when a file comes that needs its own.
    const rank = ({ project, moduleId }: TestSpecification) =>
      (project.config.isolate ? 0 : 2) + (moduleId.includes(".built.test.") ? 0 : 1);
    return longestFirst.sort((one, other) => rank(one) - rank(other));
  }
}

/** Tests of what was built say nothing of sources that are newer. */
function warnOfOldBuilds(): void {
  for (const name of ["sdk", "mock", "cli"]) {
    const [sources, built] = ["src", "dist"].map((folder) => newestIn(join("packages", name, folder)));
    if (Number(sources) > Number(built))
      console.warn(`packages/${name}/dist is older than its sources: run \`npx -y pnpm@12 build\`.`);
  }
}

/** When a file below a folder was changed last; 0 where there is none. */
function newestIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(0, ...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs));
}
