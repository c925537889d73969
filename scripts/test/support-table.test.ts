import { expect, test } from "vitest";
import { rows } from "../runtimes/rows.ts";
import { runtimes } from "../runtimes/runtimes.ts";
import { readSupportTable, supportTable } from "../runtimes/support-table.ts";

const table = await readSupportTable();
const lines = table.split("\n").filter((line) => line.startsWith("|"));
const cellsOf = (line: string) => {
  const cells = line.split("|").slice(1, -1);
  return cells.map((cell) => cell.trim());
};

test("the table of docs/support.md has the versions, rows and exceptions of the program that writes it", () => {
  const [, date = ""] = /^Tried on (\S+),/m.exec(table) ?? [];
  const [, browserVersion = ""] = /\| Chromium (\S+) \|/.exec(table) ?? [];
  expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(browserVersion).toMatch(/^\d+\./);
  expect(table).toBe(supportTable(rows, runtimes, { date, browserVersion }));
});

test("no cell of the table is empty, and each that does not say yes alone names its reason", () => {
  const [, , ...body] = lines;
  expect(body).toHaveLength(rows.length);
  for (const [title, ...cells] of body.map(cellsOf)) {
    expect(title).not.toBe("");
    expect(cells).toHaveLength(runtimes.length);
    for (const cell of cells.filter((each) => each !== "yes")) {
      const [, letter] = /^(?:yes|no|–) (\([a-z]\))$/.exec(cell) ?? [];
      expect([title, cell, letter && table.includes(`\n- ${letter} `)]).toEqual([title, cell, true]);
    }
  }
});
