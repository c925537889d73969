import { readFileSync } from "node:fs";
import campaigns from "@call-analysis/sdk/campaigns.openapi.json";
import external from "@call-analysis/sdk/openapi.json";
import { expect, test } from "vitest";
import { defaultPolicies } from "../src/core/policies.js";

const documents = [external, campaigns];

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The table's rows, as their cells. */
const rows = read("../../../openapi/ASSUMPTIONS.md")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const ids = rows.map(([id = ""]) => id.replaceAll("`", ""));
const settings = rows.map((cells) => cells.at(-1) ?? "").filter((setting) => setting !== "—");

/** Every `x-assumption` below a value. */
function assumptionsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (key === "x-assumption" ? [item] : assumptionsIn(item)));
}

test("every row has its own id and five cells that say something", () => {
  expect(new Set(ids).size).toBe(ids.length);
  for (const cells of rows) {
    expect(cells).toHaveLength(5);
    expect(cells).not.toContain("");
  }
});

test("everything that the contract assumes has a row", () => {
  const assumed = [...new Set(assumptionsIn(documents))];
  expect(assumed.length).toBeGreaterThan(0);
  expect(assumed.filter((id) => !ids.includes(id))).toEqual([]);
});

test("every row that the contract's descriptions point to is there", () => {
  const named = [...JSON.stringify(documents).matchAll(/\(`([a-z]+(?:-[a-z]+)*)`\)/g)].map(([, id]) => id);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((id) => !ids.includes(id ?? ""))).toEqual([]);
});

test("every setting is named by exactly one row, and every setting that a row names is there", () => {
  expect(settings.toSorted()).toEqual(
    Object.keys(defaultPolicies)
      .map((key) => `\`${key}\``)
      .toSorted(),
  );
});

test("each setting's description names the row that it belongs to", () => {
  const source = read("../src/core/policies.ts");
  for (const [index, cells] of rows.entries()) {
    const setting = cells.at(-1)?.replaceAll("`", "");
    if (setting === "—") continue;
    const [description = ""] = source.match(new RegExp(`/\\*\\*[^/]*\\*/\\n  ${setting}: `)) ?? [];
    expect(description).toContain(`\`${ids[index]}\``);
  }
});
