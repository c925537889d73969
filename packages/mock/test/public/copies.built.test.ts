/** The fake as a program of its own loads it: by `require`, and by the fixture of another vitest. */
import { join } from "node:path";
import type * as mockPackage from "@call-analysis/mock";
import { expect, test } from "vitest";
import { run } from "../../../../scripts/test/consumer-projects.ts";
import { fakeOf } from "../../../sdk/test/public/support/fake.ts";
import { copyToProject } from "../../../sdk/test/public/support/processes.ts";
import { folder, requireInProject } from "../../../sdk/test/public/support/project.ts";

test("the fake works by require too, with the client of either copy", async () => {
  const { createMockService } = requireInProject("@call-analysis/mock") as typeof mockPackage;
  const { sdk, input, calls } = fakeOf(createMockService());
  expect(await sdk.calls.analyzeFile(input())).toMatchObject({ status: "completed" });
  expect(calls()).toBe(1);
});

test("the vitest fixture gives each test a fresh service and a client of it", async () => {
  const vitest = join(requireInProject.resolve("vitest/package.json"), "../vitest.mjs");
  copyToProject(join(import.meta.dirname, "programs/fixture.test.mjs"));
  await run(process.execPath, [vitest, "run", "fixture.test.mjs", "--pool=threads", "--no-isolate"], folder);
});
