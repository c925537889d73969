import { expect, test, vi } from "vitest";
import type { TestModule } from "vitest/node";
import SummaryReporter from "../summary-reporter.ts";

/** A file whose tests ended so, or which failed before it had any. */
function moduleOf(moduleId: string, states: string[], errors: Error[] = []): TestModule {
  const tests = states.map((state) => ({ result: () => ({ state }), meta: () => ({}) }));
  return { moduleId, children: { allTests: () => tests }, errors: () => errors } as unknown as TestModule;
}

function linesOf(...modules: TestModule[]): string[] {
  const log = vi.spyOn(console, "log").mockReturnValue();
  new SummaryReporter().onTestRunEnd(modules);
  return log.mock.calls.flat();
}

test("the last line counts what passed, failed and was skipped", () => {
  expect(linesOf(moduleOf("a", ["passed", "passed"]), moduleOf("b", ["failed"]))).toEqual([
    "tests: 2 passed, 1 failed, 0 skipped",
  ]);
});

test("a file that fails before its tests is named, and the last line does not look green", () => {
  expect(linesOf(moduleOf("a", ["passed"]), moduleOf("b", [], [new Error("no such module")]))).toEqual([
    "failed to load: b",
    "tests: 1 passed, 0 failed, 0 skipped, and 1 file failed to load",
  ]);
});
