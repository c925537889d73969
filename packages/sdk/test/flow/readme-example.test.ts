import { readFile } from "node:fs/promises";
import { isCompleted } from "@call-analysis/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";

/** What the README's first example reads of its result. */
async function accessesOfReadme(): Promise<(result: object) => unknown> {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const [, destructured, logged] =
    /const (\{.+?\}) = await sdk[\s\S]*?console\.log\((analysis\..+)\);/.exec(readme) ?? [];
  return new Function("result", `const ${destructured} = result; return [${logged}];`) as (result: object) => unknown;
}

/** Any JSON, and often what is nearly right. */
const json = fc.jsonValue({ maxDepth: 3 });
const metadata = fc.oneof(json, fc.constant(undefined), fc.record({ udfs: json }, { requiredKeys: [] }));
const analysis = fc.oneof(json, fc.record({ score: json, outcomeLabel: json, sections: json }, { requiredKeys: [] }));
const status = fc.constantFrom("completed", "completed", "pending", "failed");
const snapshots = fc.record({ callId: fc.constant("call-1"), status, analysis, metadata });

test("the README's first example can read whatever isCompleted accepts", async () => {
  const read = await accessesOfReadme();
  const won = { score: 80, outcomeLabel: "Won", outcomeRationale: "The customer says yes." };
  expect(read({ analysis: won, metadata: {} })).toEqual([80, "Won", "The customer says yes."]);
  let accepted = 0;
  const property = fc.property(snapshots, (snapshot) => {
    if (!isCompleted(snapshot as never)) return;
    accepted += 1;
    read(snapshot);
  });
  fc.assert(property, { numRuns: 2_000 });
  expect(accepted).toBeGreaterThan(100);
});
