import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Tag } from "../src/case.ts";
import { allCases } from "../src/cases/all-cases.ts";
import { fidelityAfter, fidelityFile } from "../src/report/fidelity.ts";
import { verifiedText, withVerified } from "../src/report/verified-text.ts";
import type { CaseOutcome, Verdict } from "../src/run/run-cases.ts";

/** Of what is only assumed, nothing can be verified. */
const documented = new Set<string>(allCases.flatMap(({ tag, operation }) => (tag === "documented" ? [operation] : [])));

const before = { listAgents: "2026-01-01" };

/** What came of cases of `listAgents`. */
const outcomesOf = (...pairs: [tag: Tag, verdict: Verdict][]) =>
  // The day depends on these parts alone.
  pairs.map(([tag, verdict]) => ({ case: { operation: "listAgents", tag }, verdict })) as unknown as CaseOutcome[];

test("fidelity.json has operations of the document, each with a day", () => {
  const fidelity: Record<string, string> = JSON.parse(readFileSync(fidelityFile, "utf8"));
  expect(Object.keys(fidelity).filter((operation) => !documented.has(operation))).toEqual([]);
  for (const verified of Object.values(fidelity)) expect(verified).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test.each([
  ["all of whose documented cases passed has the day", outcomesOf(["documented", "passed"]), "2026-02-02"],
  [
    "of which an assumption is wrong has the day",
    outcomesOf(["documented", "passed"], ["assumed", "recorded"]),
    "2026-02-02",
  ],
  ["that was not tested keeps its day", outcomesOf(), "2026-01-01"],
  ["of which only assumptions were tested keeps its day", outcomesOf(["assumed", "passed"]), "2026-01-01"],
  ["that violates the contract has none", outcomesOf(["documented", "passed"], ["documented", "failed"]), undefined],
])("an operation %s", (_, outcomes, day) => {
  expect(fidelityAfter(before, { outcomes }, "2026-02-02")).toEqual(day === undefined ? {} : { listAgents: day });
});

test("an operation that was never tested is not in the file", () => {
  expect(fidelityAfter({}, { outcomes: [] }, "2026-02-02")).toEqual({});
});

test("what the pages say of the live service is made of the file", () => {
  expect(verifiedText({})).toBe("**No operation has been verified on the live service yet.**");
  expect(verifiedText({ listAgents: "2026-12-01" })).toBe(
    "**Verified on the live service: `listAgents` (2026-12-01). No other operation has been.**",
  );
  const page = "**One.** **x**<!-- written by scripts/generate.ts from fidelity.json --> Two.";
  expect(withVerified(page, {})).toBe(page.replace("**x**", verifiedText({})));
  expect(() => withVerified("nothing", {})).toThrow(RangeError);
});
