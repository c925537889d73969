import { execFileSync } from "node:child_process";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The order for `test:watch`, where somebody waits for the first result: what failed, then the packages that have
 * changes, and of each the shortest tests first. Vitest's own order begins with the longest.
 */
export default class WatchSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const shortestFirst = (await super.sort(files)).reverse();
    const changed = new Set(changedFiles().map(packageOf));
    const rank = (file: TestSpecification) => {
      if (this.ctx.cache.getTestSpecificationResult(file)?.failed) return 0;
      return changed.has(packageOf(relative(this.ctx.config.root, file.moduleId))) ? 1 : 2;
    };
    return shortestFirst.sort((one, other) => rank(one) - rank(other));
  }
}

/** Those that git sees a change in, by their paths in the repository. */
function changedFiles(): string[] {
  const lines = execFileSync("git", ["status", "--porcelain"], { encoding: "utf8" }).split("\n");
  return lines.map((line) => line.slice("?? ".length));
}

/** The first two folders, such as `packages/sdk`. */
function packageOf(path: string): string {
  return path.split(/[\\/]/, 2).join("/");
}
