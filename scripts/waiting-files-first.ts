import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order of the test files in a run. The files of a project that wait for processes and browsers, `*.built.test.ts`,
 * come before its others: if one of them came last, the other workers would have nothing to do meanwhile. Vitest by itself
 * begins with the files that took longest, which it does not know where it has not run before.
 */
export default class WaitingFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files);
    // Projects stay together: a process that files share ends when a file comes that needs its own.
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * this.ctx.projects.indexOf(project) + (moduleId.includes(".built.test.") ? 0 : 1);
    return longestFirst.sort((one, other) => rank(one) - rank(other));
  }
}
