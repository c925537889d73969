import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { documentedOperations } from "../src/contract/openapi-document.ts";
import { fidelityAfter, fidelityFile } from "../src/report/fidelity.ts";
import { verifiedText, withVerified } from "../src/report/verified-text.ts";
import { runCases } from "../src/run/run-cases.ts";
import { createFake } from "../src/targets/fake.ts";
import { fakeAsLive } from "./fake-as-live.ts";
import { alterStatus } from "./mutants/mutant.ts";

/** Of what is only assumed, nothing can be verified. */
const documented = new Set(allCases.flatMap(({ tag, operation }) => (tag === "documented" ? [operation] : [])));

const before = Object.fromEntries(
  [...documentedOperations.map(({ operationId }) => operationId), "uploadRecording" as const]
    .filter((operation) => documented.has(operation))
    .map((operation) => [operation, "2026-01-01"] as const),
);

function casesOf(...operations: string[]) {
  return allCases.filter(({ operation }) => operations.includes(operation));
}

test("fidelity.json has operations of the document, each with a day", () => {
  const fidelity: Record<string, string> = JSON.parse(readFileSync(fidelityFile, "utf8"));
  expect(Object.keys(fidelity).filter((operation) => !(operation in before))).toEqual([]);
  for (const verified of Object.values(fidelity)) expect(verified).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test("an operation is verified on the day on which all its documented cases passed", async () => {
  const result = await runCases(fakeAsLive(createFake()));
  expect(new Set(Object.values(fidelityAfter(before, result, "2026-02-02")))).toEqual(new Set(["2026-02-02"]));
});

test("an operation that was not tested keeps its day", async () => {
  const result = await runCases(
    { ...fakeAsLive(createFake()), campaign: undefined },
    { cases: casesOf("addProspect") },
  );
  expect(fidelityAfter(before, result, "2026-02-02").addProspect).toBe("2026-01-01");
});

test("an operation that was never tested is not in the file", async () => {
  const result = await runCases({ ...fakeAsLive(createFake()), campaign: undefined }, { cases: [] });
  expect(fidelityAfter({}, result, "2026-02-02")).toEqual({});
});

test("an operation that violates the contract is no longer verified", async () => {
  const target = fakeAsLive(createFake(), alterStatus("deleteAgent", 200, 202));
  const result = await runCases(target, { cases: casesOf("deleteAgent", "listCategories") });
  const after = fidelityAfter(before, result, "2026-02-02");
  expect([after.deleteAgent, after.listCategories]).toEqual([undefined, "2026-02-02"]);
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
