import { expect, test } from "vitest";
import { simulateAnalysis } from "../../src/engine/analysis.js";
import { createMockService } from "../../src/index.js";
import { createCall, readAnalysis } from "../support/flow.js";
import { callInput, demoCategories } from "./call-input.js";

function analysed(callId: string, variation: number, index: number) {
  const [category] = demoCategories;
  if (!category) throw new Error("There is one.");
  const call = { category, recordingHash: `call-${index}`, callId, variation };
  return { category, durationSeconds: 312, ...simulateAnalysis(callInput(call)) };
}

function resultsOf({ analysis }: ReturnType<typeof analysed>): string[] {
  return analysis.sections.flatMap(({ criterias }) => criterias.map(({ result }) => result));
}

test.each([0, 0.1, 0.3, 0.5])(
  "with a variation of %d that share of answers differs between two analyses",
  (variation) => {
    let answers = 0;
    let different = 0;
    for (let index = 0; index < 150; index += 1) {
      const one = resultsOf(analysed(`call_${index}`, variation, index));
      const other = resultsOf(analysed(`again_${index}`, variation, index));
      answers += one.filter((result) => result !== "Not applicable").length;
      different += one.filter((result, at) => result !== other[at]).length;
    }
    // A little less: what an outcome implies does not vary.
    expect(different / answers).toBeGreaterThanOrEqual(variation * 0.8);
    expect(different / answers).toBeLessThanOrEqual(variation * 1.1);
  },
);

test("a recording that is analysed twice by a service gets other answers only where that was asked for", async () => {
  const twice = async (variation: number) => {
    const service = createMockService({ progression: { mode: "immediate" }, engine: { variation } });
    const [first, second] = [await createCall(service), await createCall(service)];
    return [(await readAnalysis(service, first)).analysis, (await readAnalysis(service, second)).analysis];
  };
  const [one, other] = await twice(0);
  expect(other).toEqual(one);
  const [varied, otherwise] = await twice(0.5);
  expect(otherwise).not.toEqual(varied);
  expect(await twice(0.5)).toEqual([varied, otherwise]);
});

test.each([-0.1, 0.6, Number.NaN, "0.1" as never])("a variation of %s is refused", (variation) => {
  expect(() => createMockService({ engine: { variation } })).toThrow(
    "engine.variation: must be a number from 0 to 0.5",
  );
});
