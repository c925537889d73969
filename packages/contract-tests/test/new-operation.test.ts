import { readFileSync } from "node:fs";
import external from "@call-analysis/sdk/openapi.json" with { type: "json" };
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import type { OperationId } from "../src/contract/openapi-document.ts";
import { createFake, fakeTarget } from "../src/targets/fake.ts";

/** The document with what `new-operation.yaml` adds, and a read that it only assumes. */
const added = parse(readFileSync(new URL("new-operation.yaml", import.meta.url), "utf8"));
const document = structuredClone(external);
Object.assign(document.paths, added.paths);
Object.assign(document.components.schemas, added.schemas);
Object.assign(document.components.examples, added.examples);
Object.assign(document.paths["/agents"].get, { "x-provenance": "assumed" });

vi.doMock("@call-analysis/sdk/openapi.json", () => ({ default: document }));
vi.resetModules();
const { generatedCases } = await import("../src/cases/generated-cases.ts");
const { problemsOf } = await import("../src/contract/schema-check.ts");
const { runCases } = await import("../src/run/run-cases.ts");
const { documentedSections } = await import("../src/specification/documented-statements.ts");
const { alterStatus, alterSuccess, intercept, mutantsOf } = await import("./mutants/mutant.ts");
const { acceptBodies } = await import("./mutants/request-mutants.ts");

const cases = generatedCases.filter(({ operation }) => String(operation) === "createExport");
/** The client's table has no such operation: the document of this test adds it. */
const operation = "createExport" as OperationId;
const address = "4.POST /categories/{categoryId}/exports";

/** One fault of each kind that a document can describe. */
const mutants = mutantsOf({
  "2.export.title: the title is missing": alterSuccess(`${operation} data.title`, () => undefined),
  "2.export.title: the title is cut to 20 characters": alterSuccess(`${operation} data.title`, (title) =>
    String(title).slice(0, 20),
  ),
  "2.export.format: the format is always csv": alterSuccess(`${operation} data.format`, () => "csv"),
  "2.export.isWhole: an export is never whole": alterSuccess(`${operation} data.isWhole`, () => false),
  "2.export.exportId: every export has the same id": alterSuccess(`${operation} data.exportId`, () => "exp_1"),
  [`${address}, 7.success: the export is answered with 200`]: alterStatus(operation, { from: 201, to: 200 }),
  [`${address}: an export has a field more`]: alterSuccess(`${operation} data.remarks`, () => ""),
  [`${address}.body: an export needs no title`]: acceptBodies(operation, ({ title }) => title === undefined),
  [`${address}.body: the format json is refused`]: refuse(({ format }) => format === "json"),
  [`${address}.body: a title of 80 characters is refused`]: refuse(({ title }) => String(title).length === 80),
  [`${address}.categoryId: an unknown category is answered with 400`]: alterStatus(operation, { from: 404, to: 400 }),
});

function refuse(isRefused: (body: Record<string, unknown>) => boolean) {
  return intercept(operation, async ({ init }, forward) =>
    isRefused(JSON.parse(String(init.body))) ? Response.json({}, { status: 400 }) : forward(),
  );
}

/** A fake that has the operation. */
function fakeWithExports() {
  const service = createFake();
  let count = 0;
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const [, category] = /categories\/([^/]+)\/exports$/.exec(String(input)) ?? [];
    if (category === undefined) return service.fetch(input, init);
    const categoryId = decodeURIComponent(category);
    const { status } = await service.fetch(`${service.addresses.baseUrl}/categories/${category}`, {
      headers: init.headers ?? {},
    });
    if (status !== 200) return Response.json({}, { status });
    const body: unknown = JSON.parse(String(init.body));
    if (problemsOf("CreateExportRequest", body).length > 0) return Response.json({}, { status: 400 });
    count += 1;
    const { title, format, isWhole = false } = Object(body);
    const data = { exportId: `exp_${count}`, categoryId, title, format, isWhole };
    return Response.json({ data }, { status: 201 });
  };
  return Object.create(service, { fetch: { value: fetch } });
}

async function failedWith(apply: (service: ReturnType<typeof fakeWithExports>) => typeof globalThis.fetch) {
  const service = fakeWithExports();
  const target = { ...fakeTarget(service, { name: "fetch", fetch: apply(service) }), generatedInputs: 1 };
  const { outcomes } = await runCases(target, { cases });
  return outcomes.filter(({ verdict }) => verdict === "failed");
}

test("the statements of a new operation, of its body and of its fields follow from the document", () => {
  const statements = documentedSections().flatMap((section) => section.statements);
  const ids = ["2.export", "4.POST /categories/{categoryId}/exports"];
  const says = statements.filter(({ id }) => ids.some((start) => id.startsWith(start))).map((one) => one.says);
  expect(says).toEqual([
    "`exportId` is a string.",
    "`categoryId`: The category whose calls it has.",
    "`title` is a string.",
    "`format` is a string.",
    "`isWhole` is a boolean.",
    "It answers 201 with `exportId`, `categoryId`, `title`, `format` and `isWhole`.",
    "The path has `categoryId`: The category's id.",
    "`title` (2 to 80 characters) and `format` (`csv` or `json`) are required, and `isWhole` is optional.",
  ]);
});

test("its cases hold on a fake that has it", async () => {
  expect(cases.map(({ name }) => name)).toContain(
    "createExport answers with the categoryId, title, format and isWhole of its request, also at the limits of its schema",
  );
  expect((await failedWith(({ fetch }) => fetch)).map(({ drift }) => drift)).toEqual([]);
});

test("the success of a read that the document assumes is an assumed case", () => {
  const tags = generatedCases.filter(({ name }) => /^list\w+ succeeds/.test(name)).map(({ tag }) => tag);
  expect(tags).toEqual(["assumed", "documented"]);
});

test.each(mutants)("its cases find that $name", async ({ apply, statements }) => {
  const found = (await failedWith(apply)).flatMap((outcome) => outcome.case.statements);
  expect(statements.filter((id) => !found.includes(id))).toEqual([]);
});
