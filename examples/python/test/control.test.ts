import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { expect, test } from "vitest";
import { requiresProgram } from "../../../scripts/test-requirements.ts";

const title =
  "Python's standard library alone holds a request, moves the clock, plants faults, overrides and reads events";

test(title, requiresProgram("python3"), async () => {
  const { url, close } = await serve(createMockService(), { port: 0 });
  try {
    const program = join(import.meta.dirname, "../control.py");
    const { stdout } = await promisify(execFile)("python3", [program, url, "test-key"]);
    expect(stdout.trimEnd().split("\n")).toEqual([
      "hold: reached True, 0 calls while held, then 202",
      "clock: processing, an hour later completed with score 82",
      "faults: 503 429 200 200",
      "override: 0 agents, then 4",
      "events: listCategories 200, then DELETE /faults",
    ]);
  } finally {
    await close();
  }
});
