import type { Analysis } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import type { ListedCall } from "../src/connection/control.ts";
import { criterionSummaries, worstFirst } from "../src/pages/trends/criteria.ts";
import { listedCall } from "./support/listed-call.ts";

/** A call with the results of the criteria `a`, `b` and so on. */
function assessed(agentName: string, results: readonly string[], categoryId = "sales"): ListedCall {
  const criterias = results.map((result, index) => {
    const criteriaId = "abc"[index] ?? "";
    return { criteriaId, question: `Question ${criteriaId}`, result, rationale: "" };
  });
  const sections = [{ sectionId: "s", sectionName: "Section", score: 1, totalScore: 1, criterias }];
  return listedCall({
    memberId: agentName,
    agentName,
    categoryId,
    categoryName: categoryId,
    // The criteria are read, and nothing else.
    analysis: { score: 1, outcomeLabel: "Won", sections } as Analysis,
  });
}

test("a criterion has the calls that met, partly met and missed it, whatever words its question takes", () => {
  const calls = [
    assessed("Asha", ["Yes", "Well"]),
    assessed("Ben", ["Partially", "Poorly"]),
    assessed("Ben", ["No", "Fairly"]),
  ];
  const [a, b] = criterionSummaries(calls);
  expect(a).toMatchObject({ question: "Question a", count: 3, missed: 1 });
  expect(b).toMatchObject({ question: "Question b", count: 3, missed: 1 });
  expect(a?.calls.map(({ verdict }) => verdict)).toEqual(["met", "partly", "missed"]);
});

test("what does not apply, and a result that nobody knows, do not count", () => {
  const calls = [assessed("Asha", ["Not applicable", "7"]), assessed("Ben", ["No", "splendid"])];
  expect(criterionSummaries(calls)).toMatchObject([{ question: "Question a", count: 1, missed: 1 }]);
});

test("worst is who misses it in the largest share of the calls, and of two such who does so more often", () => {
  const calls = [
    assessed("Asha", ["No"]),
    assessed("Asha", ["Yes"]),
    assessed("Asha", ["No"]),
    assessed("Ben", ["No"]),
    assessed("Cleo", ["No"]),
    assessed("Cleo", ["No"]),
  ];
  expect(criterionSummaries(calls)[0]?.worst).toEqual({ memberId: "Cleo", name: "Cleo", missed: 2, count: 2 });
  expect(criterionSummaries([assessed("Asha", ["Yes"])])[0]?.worst).toBeNull();
});

test("agents who miss a criterion as often are counted, and the criterion that is missed in the largest share of its calls comes first", () => {
  const calls = [assessed("Asha", ["Yes", "No"]), assessed("Ben", ["No", "No"]), assessed("Cleo", ["Yes", "No"])];
  const [first, second] = criterionSummaries(calls);
  expect(first).toMatchObject({ question: "Question b", missed: 3, worst: { name: "Asha" } });
  expect(second).toMatchObject({ question: "Question a", missed: 1, worst: { name: "Ben" } });
});

test("the same criterion of two categories is two, and calls that missed it come first", () => {
  const calls = [assessed("Asha", ["Yes"]), assessed("Ben", ["No"]), assessed("Ben", ["Partially"], "support")];
  const [sales, support] = criterionSummaries(calls);
  expect([sales?.count, support?.count]).toEqual([2, 1]);
  expect(worstFirst(sales?.calls ?? []).map(({ verdict }) => verdict)).toEqual(["missed", "met"]);
});
