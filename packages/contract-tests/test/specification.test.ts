import campaigns from "@call-analysis/sdk/campaigns.openapi.json" with { type: "json" };
import external from "@call-analysis/sdk/openapi.json" with { type: "json" };
import { beforeAll, expect, test } from "vitest";
import { collectTests, failureWith, type SpecificationTest } from "../../mock/test/support/specification.ts";
import { assumptions } from "../src/contract/assumptions.ts";
import { documentedOperations } from "../src/contract/openapi-document.ts";
import { specificationTestFiles, specificationTests } from "../src/specification/specification-tests.ts";
import { type Statement, statements } from "../src/specification/statements.ts";
import { allMutants } from "./mutants/all-mutants.ts";
import type { Mutant } from "./mutants/mutant.ts";

/** The schemas whose fields have one statement each, by the middle of the statements' ids. */
const resources = {
  agent: "Agent",
  "created-call": "CreatedCall",
  "call-input": "CreateCallRequest",
  "call-analysis": "AnalysisSnapshot",
  analysis: "Analysis",
  "section-result": "Section",
  "criterion-result": "Criterion",
  metadata: "CallMetadata",
  "upload-grant": "UploadGrant",
  category: "Category",
  prospect: "Prospect",
} as const;

const schemas = { ...external.components.schemas, ...campaigns.components.schemas };
const ids = statements.map(({ id }) => id);
const titles = specificationTests.map(({ title }) => title);
const runnable = new Map<string, SpecificationTest>();

beforeAll(async () => {
  const files = specificationTestFiles.map((path) => () => import(`${import.meta.dirname}/../../../${path}`));
  for (const one of await collectTests(files)) runnable.set(one.title, one);
});

/** What a statement's test throws with a mutant, as far as it is an expectation that does not hold. */
async function brokenExpectation(title: string, { apply }: Pick<Mutant, "apply">): Promise<string | undefined> {
  const one = runnable.get(title);
  if (!one) throw new RangeError(`No file has the test ${title}`);
  const error = await failureWith(apply, one);
  // Anything else means that the test could not run, not that it has found something.
  if (error !== undefined && !(error instanceof Error && error.name === "AssertionError")) throw error;
  return error?.message;
}

test("every statement has an id of its own", () => {
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^\d\.\S/.test(id))).toEqual([]);
});

test("every statement has tests or rows of ASSUMPTIONS.md, or else a reason why it has neither", () => {
  const isCovered = ({ tests = [], assumptions: rows = [] }: Statement) => tests.length + rows.length > 0;
  const wrong = statements.filter((statement) => isCovered(statement) === (statement.reason !== undefined));
  expect(wrong).toEqual([]);
});

test("every test that a statement names is there once", () => {
  const named = [...new Set(statements.flatMap(({ tests = [] }) => tests))];
  expect(named.filter((title) => titles.filter((candidate) => candidate === title).length !== 1)).toEqual([]);
});

test("every test whose title begins with a section belongs to a statement of openapi/statements.yaml", () => {
  const named = new Set(statements.flatMap(({ tests = [] }) => tests));
  expect(titles.filter((title) => !named.has(title))).toEqual([]);
  const collected = [...runnable.keys()].filter((title) => title.startsWith("section "));
  expect(collected.sort()).toEqual(titles.toSorted());
});

test("every row of ASSUMPTIONS.md belongs to a statement of openapi/statements.yaml", () => {
  const named = new Set(statements.flatMap(({ assumptions: rows = [] }) => rows));
  expect([...named].sort()).toEqual(assumptions.map(({ id }) => id).sort());
});

test("every field that the contract has of a resource has a statement", () => {
  const { Category, CategoryDetail } = schemas;
  const ofDetail = Object.keys(CategoryDetail.properties).filter((field) => !(field in Category.properties));
  const expected = Object.entries(resources).flatMap(([resource, schema]) =>
    Object.keys(schemas[schema].properties).map((field) => `2.${resource}.${field}`),
  );
  expected.push(...ofDetail.map((field) => `2.category-detail.${field}`));
  expect(expected.filter((id) => !ids.includes(id))).toEqual([]);
});

test("every operation of the contract has a statement", () => {
  const expected = documentedOperations.map(({ method, path }) => `4.${method} ${path}`);
  expect(expected).toHaveLength(10);
  expect(expected.filter((id) => !ids.includes(id))).toEqual([]);
});

test("every statement that a mutant names has tests", () => {
  const tested = new Set(statements.filter(({ tests }) => tests).map(({ id }) => id));
  const named = allMutants.flatMap((mutant) => mutant.statements ?? []);
  expect(named.filter((id) => !tested.has(id))).toEqual([]);
});

test("no test of a statement fails without a planted fault", async () => {
  for (const title of titles)
    expect([title, await brokenExpectation(title, { apply: ({ fetch }) => fetch })]).toEqual([title, undefined]);
});

test.each(statements.filter(({ tests }) => tests))(
  "each test of $id finds a planted fault, and each fault is found by one of its tests",
  async ({ id, tests = [] }) => {
    const mutants = allMutants.filter((mutant) => mutant.statements?.includes(id));
    const finds: string[] = [];
    for (const mutant of mutants) {
      for (const title of tests) if (await brokenExpectation(title, mutant)) finds.push(mutant.name, title);
    }
    expect([...mutants.map(({ name }) => name), ...tests].filter((one) => !finds.includes(one))).toEqual([]);
  },
);
