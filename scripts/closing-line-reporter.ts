import type { Reporter, TestModule } from "vitest/node";

/** Closes a run with one plain line that any log reader understands, such as `tests: 312 passed, 0 failed, 0 skipped`. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string) => states.filter((candidate) => candidate === state).length;
    console.log(`tests: ${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`);
  }
}
