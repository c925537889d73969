import { beforeEach, expect, test, vi } from "vitest";
import { settled, virtualInterface } from "../analysis/virtual-interface.js";

beforeEach(() => {
  vi.useFakeTimers();
});

test("an error that ends a watch carries the stage and the token of its call", async () => {
  const { client } = virtualInterface("failed");
  const watch = client().calls.watchAnalysis("call-1");
  const watchAll = async () => {
    for await (const _ of watch);
  };
  const resume = { version: 1, stage: "poll", callId: "call-1" };
  expect(await settled(watchAll())).toMatchObject({ name: "AnalysisFailedError", stage: "poll", resume });
});
