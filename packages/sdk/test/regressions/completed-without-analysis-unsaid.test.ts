import { beforeEach, expect, test, vi } from "vitest";
import { settled, virtualInterface } from "../analysis/virtual-interface.js";

beforeEach(() => {
  vi.useFakeTimers();
});

test("when the time is up on a completed call without an analysis, the error says that this was missing", async () => {
  const { client } = virtualInterface({ callId: "call-1", status: "completed", analysis: null });
  const wait = client().calls.waitForAnalysis("call-1", { poll: { timeoutMs: 20_000 } });
  expect(String(await settled(wait))).toContain("without an analysis");
});
