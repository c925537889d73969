import { expect, test } from "vitest";
import { defaultPolicies } from "../../src/core/policies.js";
import type { ReviewedCategory } from "../../src/engine/configuration.js";
import type { PartialAnalysis } from "../../src/engine/partial-analysis.js";
import { misfitOf } from "../../src/engine/partial-check.js";
import { demoCategory, emptyCategory } from "./call-input.js";

const sales = demoCategory("Sales qualification");
const policies = defaultPolicies;

const renamed = { sections: [{ sectionId: "sec_opening", sectionName: "Ending" }] };

test.each<[PartialAnalysis, categories: ReviewedCategory[], message: RegExp]>([
  [{ outcomeLabel: "Demo booked" }, [emptyCategory, sales], /^$/],
  [{ outcomeLabel: "Demo booked" }, [], /^$/],
  [{ outcomeLabel: "Demo booked" }, [emptyCategory], /^outcomeLabel: .*: it has none$/],
  [{ outcomeLabel: "Demo" }, [sales, emptyCategory], /^outcomeLabel: .*"Demo booked", "/],
  [renamed, [sales, emptyCategory], /^sections\[0\]\.sectionName: /],
  [renamed, [emptyCategory, sales], /^sections\[0\]\.sectionId: /],
])("%j fits one of some categories, or else the error is that of the first", (partial, categories, message) => {
  expect(misfitOf(partial, { categories, policies })?.message ?? "").toMatch(message);
});

test("what breaks while a category is compared is no misfit", () => {
  const broken = { ...sales, possibleOutcomes: null } as never;
  expect(() => misfitOf({ outcomeLabel: "A" }, { categories: [broken], policies })).toThrow(TypeError);
});
