import { expect, test, vi } from "vitest";
import { Analyses } from "../../src/domain/analyses.js";
import { createMockService } from "../../src/index.js";
import { createCall, finishedCall, readAnalysis } from "../support/flow.js";

test("a call's date counts by the time that it stands for, whatever form it is written in", async () => {
  const service = createMockService();
  const [iso, slashes, withTime] = await Promise.all(
    ["2026-01-31", "31/01/2026", "2026/01/31 09:00"].map((date) => finishedCall(service, { date })),
  );
  expect(slashes?.analysis).toEqual(iso?.analysis);
  expect(withTime?.analysis).toEqual(iso?.analysis);
});

test("the response for a finished call is written once, however often it is read", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  const callId = await createCall(service);
  const made = vi.spyOn(Analyses.prototype, "snapshot");
  const first = await readAnalysis(service, callId);
  expect(await readAnalysis(service, callId)).toEqual(first);
  expect(made).toHaveBeenCalledTimes(1);
});
