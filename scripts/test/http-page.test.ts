import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { operations } from "../../packages/sdk/src/contract/operations.ts";

// `drift` compares the page with what its sources give.
const page = await readFile(new URL("../../docs/reference/http.md", import.meta.url), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| ["));
const rowOf = (id: string) => rows.find((row) => row.startsWith(`| [\`${id}\`]`)) ?? "";

test.each(Object.entries(operations))("the page about HTTP has a row for %s, with its method and path", (id, row) => {
  expect(rowOf(id)).toContain(`| \`${row.method} ${row.path}\` |`);
  expect(rowOf(id)).toContain(row.repeat === "always" ? "| yes |" : "| **no** |");
});

test("every response is in `data`, but those that the page names", () => {
  const without = rows.filter((row) => !/\d{3} `\{ data: /.test(row));
  expect(without.map((row) => /`(\w+)`/.exec(row)?.[1])).toEqual(["deleteAgent", "addProspect"]);
  expect(page).toContain("Only `deleteAgent` and `addProspect` respond without it.");
});

test("a body names its fields, and those that may be left out", () => {
  expect(rowOf("createCall")).toContain("`{ memberId, categoryId, audio_url, udfs?, date? }`");
  expect(rowOf("addProspect")).toContain("`{ name?, phone?, … }`");
  expect(rowOf("listAgents")).toContain("`{ data: [{ id, userId, name, email, image, createdAt }, …] }`");
});
