import { readFileSync } from "node:fs";
import external from "@call-analysis/sdk/openapi.json" with { type: "json" };
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
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
const { allMutants } = await import("./mutants/all-mutants.ts");

const cases = generatedCases.filter(({ operation }) => String(operation) === "createExport");
const mutants = allMutants.filter(({ name }) => name.includes("createExport"));

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

test("its planted faults are those of each field, word, length and status", () => {
  expect(mutants.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "data.title of createExport is cut to 20 characters",
      "data.format of createExport is always csv",
      "data.isWhole of createExport is always false",
      "data.exportId of createExport is the same for every creation",
      "createExport refuses json as format",
      "createExport refuses 80 characters as title",
      "createExport answers an unknown id with 400",
    ]),
  );
});

test.each(mutants)("a case finds that $name", async ({ apply, statements }) => {
  const found = (await failedWith(apply)).flatMap((outcome) => outcome.case.statements);
  expect(statements.filter((id) => !found.includes(id))).toEqual([]);
});
