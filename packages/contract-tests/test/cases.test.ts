import { expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { documentedOperations } from "../src/contract/openapi-document.ts";

test("every case has a unique name", () => {
  const names = allCases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("every operation has documented cases, or assumed ones where it or its success is assumed, and negative cases", () => {
  const has = (operationId: string, ...tags: string[]) =>
    allCases.some(({ operation, tag }) => operation === operationId && tags.includes(tag));
  const operations = [
    ...documentedOperations.map(({ operationId, success }) => ({ operationId, isAssumed: success.isAssumed })),
    { operationId: "uploadRecording", isAssumed: false },
  ];
  const missing = operations.flatMap(({ operationId, isAssumed }) => {
    const isStated = has(operationId, "documented", ...(isAssumed ? ["assumed"] : []));
    return [
      isStated ? [] : `documented: ${operationId}`,
      has(operationId, "negative") ? [] : `negative: ${operationId}`,
    ];
  });
  expect(missing.flat(), "Write a case with this tag in packages/contract-tests/src/cases/.").toEqual([]);
});
