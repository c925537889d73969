import { expect, test, vi } from "vitest";
import { Analyses } from "../../src/domain/analyses.js";
import { createMockService } from "../../src/index.js";
import { createCall, readAnalysis } from "../flow.js";

test("the response for a finished call is written once, however often it is read", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  const callId = await createCall(service);
  const made = vi.spyOn(Analyses.prototype, "snapshot");
  const first = await readAnalysis(service, callId);
  expect(await readAnalysis(service, callId)).toEqual(first);
  expect(made).toHaveBeenCalledTimes(1);
});
