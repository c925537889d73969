import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { seededRandom } from "../../src/core/random.js";
import { readAnalysis } from "../support/flow.js";
import { analysed, createGoldenCall, type GoldenAnalysis, goldenCalls, goldenService } from "./golden-calls.js";

const file = new URL("generated/golden-analyses.json", import.meta.url);

/** What the analyses were when they were written down; `vitest -u` writes them anew. */
const golden: GoldenAnalysis[] = JSON.parse(readFileSync(file, "utf8"));

const byName = (analyses: GoldenAnalysis[]) =>
  analyses.toSorted((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));

test("the golden analyses are what they were", async () => {
  const service = goldenService();
  const analyses: GoldenAnalysis[] = [];
  for (const call of goldenCalls) analyses.push(await analysed(service, call));
  expect(analyses).toHaveLength(goldenCalls.length);
  await expect(`${JSON.stringify(analyses, null, 2)}\n`).toMatchFileSnapshot(fileURLToPath(file));
});

test("golden analyses are the same in any order, with other calls in between", async () => {
  const service = goldenService();
  const analyses: GoldenAnalysis[] = [];
  for (const call of seededRandom("order").shuffle(goldenCalls)) {
    await analysed(service, { name: `other than ${call.name}`, category: 0, agent: 0, seconds: 1 });
    analyses.push(await analysed(service, call));
  }
  expect(byName(analyses)).toEqual(golden);
});

test("golden analyses are the same after a restart from a snapshot", async () => {
  const service = goldenService();
  const callIds = await Promise.all(goldenCalls.map((call) => createGoldenCall(service, call)));
  const restarted = goldenService();
  restarted.restore(JSON.parse(JSON.stringify(service.snapshot())));
  const snapshots = await Promise.all(callIds.map((callId) => readAnalysis(restarted, callId)));
  expect(snapshots.map(({ analysis }) => analysis)).toEqual(golden.map(({ analysis }) => analysis));
  expect(snapshots.map(({ metadata }) => metadata.summary)).toEqual(golden.map(({ summary }) => summary));
});
