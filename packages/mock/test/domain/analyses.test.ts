import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { createCall, finishedCall, readAnalysis, upload } from "../support/flow.js";
import { wav } from "../support/wav.js";

test("a call's date counts by the time that it stands for, whatever form it is written in", async () => {
  const service = createMockService();
  const [iso, slashes, withTime] = await Promise.all(
    ["2026-01-31", "31/01/2026", "2026/01/31 09:00"].map((date) => finishedCall(service, { date })),
  );
  expect(slashes?.analysis).toEqual(iso?.analysis);
  expect(withTime?.analysis).toEqual(iso?.analysis);
});

test("a recording of which nobody knows the length takes 2 to 15 minutes", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  const seconds: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    const callId = await createCall(service, { audio_url: `https://recordings.example.com/${index}.wav` });
    seconds.push((await readAnalysis(service, callId)).metadata.duration);
  }
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(120);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(900);
  expect(new Set(seconds).size).toBeGreaterThan(150);
});

test("a WAV of three seconds is assessed, with moments within its length", async () => {
  const service = createMockService();
  const { analysis, metadata } = await finishedCall(service, { audio_url: await upload(service, wav({ seconds: 3 })) });
  expect(metadata.duration).toBe(3);
  expect(analysis.outcomeLabel).not.toBe("Wrong number");
  expect(Math.min(...analysis.sections.map(({ totalScore }) => totalScore))).toBeGreaterThan(0);
  const times = JSON.stringify([analysis, metadata.summary]).match(/\b\d\d:\d\d\b/g) ?? [];
  expect(times.length).toBeGreaterThan(3);
  expect(times.filter((time) => time > "00:03")).toEqual([]);
});
