import { beforeEach, expect, test, vi } from "vitest";
import { refusal, settled, virtualInterface } from "../analysis/virtual-interface.js";
import { wavBytes } from "../upload/recordings.js";

beforeEach(() => {
  vi.useFakeTimers();
});

test("a call that is not found for 29 s after its creation is waited for", async () => {
  const notFoundYet = Array.from({ length: 29 }, () => refusal(404));
  const sdk = virtualInterface(...notFoundYet, "completed").client();
  const poll = { initialDelayMs: 1_000, intervalMs: 1_000, factor: 1, jitter: 0 };
  const flow = sdk.calls.analyzeFile({ file: wavBytes(), memberId: "m", categoryId: "c" }, { poll });
  expect(await settled(flow)).toMatchObject({ status: "completed" });
});
