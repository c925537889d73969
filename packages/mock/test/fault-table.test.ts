import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { faultCases } from "./adapters/fault-cases.js";

const page = readFileSync(new URL("../../../docs/reference/faults.md", import.meta.url), "utf8");

test("every fault that the documentation says looks different through msw is a case that each adapter runs", () => {
  const [, table = ""] = page.match(/^\| fault {2}.*\n\| -.*\n((?:\|.*\n)+)/m) ?? [];
  const names = table
    .trimEnd()
    .split("\n")
    .map((row) => row.split("|")[1]?.trim());
  expect(names.length).toBeGreaterThan(0);
  expect(faultCases.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});
