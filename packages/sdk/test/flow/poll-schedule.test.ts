import { expect, test, vi } from "vitest";
import { settled, virtualInterface } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const processing = [...Array(2).fill("processing"), "completed"];

test("by default jitter makes a pause up to a fifth longer or shorter, but not the first", async () => {
  const readsAtMs: number[][] = [];
  for (const random of [0, 1]) {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const service = virtualInterface(...processing);
    await settled(service.client().calls.waitForAnalysis("call-1"));
    readsAtMs.push(service.readsAtMs);
  }
  expect(readsAtMs).toEqual([
    [2_000, 3_600, 6_000],
    [2_000, 4_400, 8_000],
  ]);
});
