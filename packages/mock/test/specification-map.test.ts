import { readFileSync } from "node:fs";
import document from "@call-analysis/sdk/openapi.json";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const readme = read("./README.md");

/** The rows of the table that maps the specification to tests: the beginning of a title, and where it must be. */
const rows = readme
  .split("\n")
  .filter((line) => line.startsWith("| section "))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .flatMap(([, group = "", names = "", link = ""]) => {
    const file = link.match(/\(\.\/([^)]+)\)/)?.[1] ?? "";
    return beginnings(group, names).map((title) => ({ title, file }));
  });
const titles = rows.map(({ title }) => title);

/** A dash stands for a group that is one row. */
function beginnings(group: string, names: string): string[] {
  if (names === "—") return [`${group}:`];
  return (names.match(/`[^`]+`/g) ?? []).map((name) => `${group}: ${name}`);
}

/** The groups of the specification's section 2, and the schemas that the contract has for them. */
const resources = {
  Agent: "Agent",
  "Call (as created)": "CreatedCall",
  "Call input": "CreateCallRequest",
  "Call analysis": "AnalysisSnapshot",
  analysis: "Analysis",
  "Section result": "Section",
  "Criterion result": "Criterion",
  metadata: "CallMetadata",
  "Upload grant": "UploadGrant",
  Category: "Category",
  Prospect: "Prospect",
} as const;

test("every row of the map has a test whose title begins with it", () => {
  expect(rows.length).toBeGreaterThan(80);
  for (const { title, file } of rows)
    expect([file, read(`./${file}`).includes(`"${title}`), title]).toEqual([file, true, title]);
});

test("every field that the contract has of a resource has a row", () => {
  for (const [group, schema] of Object.entries(resources)) {
    const fields = Object.keys(document.components.schemas[schema].properties);
    const expected = fields.map((field) => `section 2, ${group}: \`${field}\``);
    expect(expected.filter((title) => !titles.includes(title))).toEqual([]);
  }
});

test("every field that a category's details have besides has a row", () => {
  const { Category, CategoryDetail } = document.components.schemas;
  const details = Object.keys(CategoryDetail.properties).filter((field) => !(field in Category.properties));
  const expected = details.map((field) => `section 2, Category detail: \`${field}\``);
  expect(expected.filter((title) => !titles.includes(title))).toEqual([]);
});

test("every operation of the contract has a row", () => {
  const methods = ["get", "post", "patch", "delete"];
  const expected = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => methods.includes(method))
      .map((method) => `\`${method.toUpperCase()} ${path}\``),
  );
  expect(expected).toHaveLength(10);
  const rowsOfSection4 = titles.filter((title) => title.startsWith("section 4")).join("\n");
  expect(expected.filter((operation) => !rowsOfSection4.includes(operation))).toEqual([]);
});
