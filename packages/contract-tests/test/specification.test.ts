import { expect, test } from "vitest";
import type { Case } from "../src/case.ts";
import { allCases } from "../src/cases/all-cases.ts";
import { assumptions } from "../src/contract/assumptions.ts";
import { runCases } from "../src/run/run-cases.ts";
import { documentedSections } from "../src/specification/documented-statements.ts";
import { type Statement, type StatementCheck, withDocumented } from "../src/specification/statements.ts";
import { createFake, fakeTarget } from "../src/targets/fake.ts";
import { clientTests } from "./client/client-tests.ts";
import { allMutants } from "./mutants/all-mutants.ts";
import type { ApplyMutation, Mutant } from "./mutants/mutant.ts";

const statements = withDocumented(documentedSections()).flatMap((section) => section.statements);
const ids = statements.map(({ id }) => id);
const checks: readonly StatementCheck[] = [...allCases, ...clientTests];
const named = (what: readonly { statements: readonly string[] }[]) => new Set(what.flatMap((one) => one.statements));
const writeCase = "Write a case in packages/contract-tests/src/cases/ that names the statement";
const plantFault = "Plant a fault in packages/contract-tests/test/mutants/ that a case of it finds.";
/** The checks that found a planted fault, by their names. */
const finders = new Set<string>();

test("every statement has its own id", () => {
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^\d\.\S/.test(id))).toEqual([]);
});

test("every statement says something", () => {
  const silent = statements.filter(({ says }) => says === "").map(({ id }) => id);
  expect(silent, "openapi/call-analysis.yaml has nothing for this id of openapi/statements.yaml.").toEqual([]);
});

test("every statement has checks, rows of ASSUMPTIONS.md or another statement that says it, or else a reason", () => {
  const checked = named(checks);
  const isCovered = ({ id, sameAs = [], assumptions: rows = [] }: Statement) =>
    checked.has(id) || sameAs.length + rows.length > 0;
  const wrong = statements.filter((statement) => isCovered(statement) === (statement.reason !== undefined));
  expect(
    wrong.map(({ id }) => id),
    `${writeCase}, or give the statement \`assumptions\` or a \`reason\` in openapi/statements.yaml, and never both.`,
  ).toEqual([]);
  const others = new Set(statements.flatMap(({ sameAs = [] }) => sameAs));
  expect(
    [...others].filter((id) => !checked.has(id)),
    `${writeCase}: in openapi/statements.yaml another one is \`sameAs\` it.`,
  ).toEqual([]);
});

test("every id that a case, a test of the client or a mutant names is that of a statement", () => {
  const unknown = [...named([...checks, ...allMutants])].filter((id) => !ids.includes(id));
  expect(
    unknown,
    "Write the statement in openapi/statements.yaml, or in openapi/call-analysis.yaml what it follows from.",
  ).toEqual([]);
});

test("every row of ASSUMPTIONS.md belongs to a statement", () => {
  const rows = new Set(statements.flatMap((statement) => statement.assumptions ?? []));
  const known = assumptions.map(({ id }) => id);
  expect(
    known.filter((id) => !rows.has(id)),
    "Name the row in openapi/statements.yaml, or beside what it is about in openapi/call-analysis.yaml.",
  ).toEqual([]);
  expect(
    [...rows].filter((id) => !known.includes(id)),
    "openapi/ASSUMPTIONS.md has no such row.",
  ).toEqual([]);
});

test("no two planted faults are the same", () => {
  expect(new Set(allMutants.map(({ name }) => name)).size).toBe(allMutants.length);
});

test("no test of the client fails without a planted fault", async () => {
  for (const { run } of clientTests) await run(({ fetch }) => fetch);
});

test.each(allMutants)("for each statement that it breaks, a check finds that $name", async (mutant) => {
  const found = await failuresWith(mutant);
  for (const { name } of found) finders.add(name);
  const missed = mutant.statements.filter((id) => !named(found).has(id));
  expect(missed, `${writeCase} and finds the fault.`).toEqual([]);
});

test("every check of what the specification says finds a planted fault", () => {
  const stated = [...allCases.filter(({ tag }) => tag === "documented"), ...clientTests];
  const idle = stated.map(({ name }) => name).filter((name) => !finders.has(name));
  expect(idle, plantFault).toEqual([]);
});

/** The checks of a fault's statements that fail with it. */
async function failuresWith({ apply, statements: broken }: Mutant): Promise<StatementCheck[]> {
  const isAbout = (check: StatementCheck) => check.statements.some((id) => broken.includes(id));
  return [...(await failedCases(apply, allCases.filter(isAbout))), ...(await failedTests(apply, isAbout))];
}

async function failedCases(apply: ApplyMutation, cases: readonly Case[]): Promise<Case[]> {
  const service = createFake();
  const target = { ...fakeTarget(service, { name: "fetch", fetch: apply(service) }), generatedInputs: 1 };
  const { outcomes } = await runCases(target, { cases });
  const failed = outcomes.filter(({ verdict }) => verdict === "failed");
  expect(failed.map(({ drift }) => drift[0]?.statement)).not.toContain("The case itself failed.");
  return failed.map((outcome) => outcome.case);
}

async function failedTests(apply: ApplyMutation, isAbout: (check: StatementCheck) => boolean) {
  const failed: StatementCheck[] = [];
  for (const one of clientTests.filter(isAbout)) {
    const error = await one.run(apply).catch((thrown: unknown) => thrown);
    // Anything else than an expectation that does not hold means that the test could not run.
    if (error instanceof Error && error.name === "AssertionError") failed.push(one);
    else if (error !== undefined) throw error;
  }
  return failed;
}
