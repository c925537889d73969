import type { Reporter, TestModule } from "vitest/node";

/** Prints one plain line after a run, for people and for programs that read the log, such as `tests: 312 passed, 0 failed, 0 skipped`. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string) => states.filter((candidate) => candidate === state).length;
    console.log(`tests: ${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`);
  }
}
