import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import "./test-requirements.ts";

/**
 * Ends a run with plain lines, for people and for programs that read the log: what tests were skipped for, where some
 * were, which files failed to load, where some did, and `tests: 312 passed, 0 failed, 0 skipped`.
 */
export default class SummaryReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const skipped = tests.filter((test) => test.result().state === "skipped");
    if (skipped.length > 0) console.log(skippedLine(skipped.map((test) => this.#reasonOf(test))));
    const broken = modules.filter((module) => module.errors().length > 0);
    for (const { moduleId } of broken) console.log(`failed to load: ${moduleId}`);
    const files =
      broken.length === 0 ? "" : `, and ${broken.length} file${broken.length === 1 ? "" : "s"} failed to load`;
    console.log(`tests: ${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped${files}`);
  }

  /** Tests in a browser say only that they are skipped: whatever else is, names its reason. */
  #reasonOf(test: TestCase): string {
    const { missing } = test.meta();
    if (missing) return `for want of ${missing.what} (${missing.how})`;
    const result = test.result();
    if (result.state === "skipped" && result.note) return `for want of ${result.note}`;
    if (this.#vitest?.config.testNamePattern) return "that the run leaves out by name";
    const { whyNoBrowser } = this.#vitest?.getRootProject().getProvidedContext() ?? {};
    return whyNoBrowser ? `for want of a browser (${whyNoBrowser})` : "without a reason";
  }
}

/** One line with each reason once, and how many tests it has. */
function skippedLine(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return `skipped: ${[...counts].map(([reason, count]) => `${count} ${reason}`).join("; ")}`;
}
