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
  const missing = documentedOperations.filter(({ operationId, success }) => {
    const isStated = has(operationId, "documented", ...(success.isAssumed ? ["assumed"] : []));
    return !isStated || !has(operationId, "negative");
  });
  expect(missing).toEqual([]);
  expect(has("uploadRecording", "documented") && has("uploadRecording", "negative")).toBe(true);
});
