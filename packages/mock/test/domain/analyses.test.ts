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

test("no promised date lies before the call, also of a call that was created without a date", async () => {
  const service = createMockService({
    clock: { startAt: "2026-11-22T10:00:00Z" },
    progression: { mode: "immediate" },
  });
  const categoryId = service.db.categories.list().find(({ name }) => name === "Payment collection")?.id;
  const promised: string[] = [];
  for (let index = 0; index < 40; index += 1) {
    const callId = await createCall(service, { categoryId, audio_url: `https://recordings.example.com/${index}.wav` });
    const { promised_date } = Object((await readAnalysis(service, callId)).analysis.extractions);
    if (promised_date) promised.push(promised_date);
  }
  expect(promised.length).toBeGreaterThan(5);
  expect(promised.filter((day) => day <= "2026-11-22")).toEqual([]);
});

test("a recording that does not tell its length takes minutes, but one in twenty is a wrong number, and over in seconds", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  const seconds = { conversation: [] as number[], none: [] as number[] };
  for (let index = 0; index < 200; index += 1) {
    const callId = await createCall(service, { audio_url: `https://recordings.example.com/${index}.wav` });
    const { analysis, metadata } = await readAnalysis(service, callId);
    seconds[analysis.outcomeLabel === "Wrong number" ? "none" : "conversation"].push(metadata.duration);
  }
  expect(Math.min(...seconds.conversation)).toBeGreaterThanOrEqual(120);
  expect(Math.min(...seconds.none)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...seconds.none)).toBeLessThanOrEqual(40);
  expect(seconds.none.length).toBeGreaterThan(3);
  expect(seconds.none.length).toBeLessThan(25);
});

test("the response for a finished call is written once, however often it is read", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  const callId = await createCall(service);
  const made = vi.spyOn(Analyses.prototype, "snapshot");
  const first = await readAnalysis(service, callId);
  expect(await readAnalysis(service, callId)).toEqual(first);
  expect(made).toHaveBeenCalledTimes(1);
});
