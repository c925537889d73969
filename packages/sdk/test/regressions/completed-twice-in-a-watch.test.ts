import { beforeEach, expect, test, vi } from "vitest";
import { analysis, settled, virtualInterface } from "../analysis/virtual-interface.js";

beforeEach(() => {
  vi.useFakeTimers();
});

test("a status that stays `completed` until the analysis is there is one item", async () => {
  const early = { callId: "call-1", status: "completed", analysis: null };
  const { client } = virtualInterface(early, early, { ...early, analysis });
  const watchAll = async () => {
    const items = [];
    for await (const item of client().calls.watchAnalysis("call-1")) items.push(item);
    return items;
  };
  expect(await settled(watchAll())).toEqual([{ ...early, analysis }]);
});
