import { expect, test } from "vitest";
import { rows } from "../runtimes/rows.ts";
import { runtimes } from "../runtimes/runtimes.ts";
import { readSupportTable, supportTable } from "../runtimes/support-table.ts";

const table = await readSupportTable();
test("the table of docs/support.md has the versions, rows and exceptions of the program that writes it", () => {
  const [, date = ""] = /^Tried on (\S+),/m.exec(table) ?? [];
  const [, browserVersion = ""] = /\| Chromium (\S+) \|/.exec(table) ?? [];
  expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(browserVersion).toMatch(/^\d+\./);
  expect(table).toBe(supportTable(rows, runtimes, { date, browserVersion }));
});
