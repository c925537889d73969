import { expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { documentedOperations } from "../src/contract/openapi-document.ts";

test("every case has a unique name", () => {
  const names = allCases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("every operation has documented cases and negative cases", () => {
  for (const tag of ["documented", "negative"]) {
    const operations = new Set<string>(allCases.filter((one) => one.tag === tag).map(({ operation }) => operation));
    const missing = documentedOperations.filter(({ operationId }) => !operations.has(operationId));
    expect(missing).toEqual([]);
  }
});
