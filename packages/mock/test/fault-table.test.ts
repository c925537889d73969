import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { DoorName } from "./doors/door.js";
import { faultCases } from "./doors/fault-cases.js";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The README's table of faults, as cells. */
const [header = [], , ...rows] = (read("../README.md").match(/^\| fault {2}.*\n(?:\|.*\n)+/m)?.[0] ?? "")
  .trimEnd()
  .split("\n")
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** The file with the tests of each door, and what in it runs a test for each fault. */
const doors: Record<DoorName, { file: string; runs: string }> = {
  "msw 2": { file: "msw-2-behaviour.test.ts", runs: 'testBehaviour("msw 2", ' },
  "msw 3": { file: "msw-3-behaviour.test.ts", runs: 'testBehaviour("msw 3", ' },
  browser: { file: "browser.test.ts", runs: "through browser" },
  fetch: { file: "fetch-behaviour.test.ts", runs: 'testBehaviour("fetch", ' },
  HTTP: { file: "http-behaviour.test.ts", runs: 'testBehaviour("HTTP", ' },
};

test("every column of the README's table of faults is a door, and its file runs every fault's test", () => {
  expect(header).toEqual(["fault", ...Object.keys(doors)]);
  for (const { file, runs } of Object.values(doors)) expect(read(`./doors/${file}`)).toContain(runs);
  for (const file of ["behaviour.ts", "browser.test.ts"]) expect(read(`./doors/${file}`)).toContain("of faultCases)");
});

test("every row of the README's table of faults is a case that is tested, and there are no other cases", () => {
  expect(rows.map(([fault]) => fault)).toEqual(faultCases.map(({ name }) => name));
});

test("every cell says yes, or that msw makes it a network error", () => {
  for (const [fault, ...cells] of rows) {
    const isUnlike = fault === "connection reset" || fault === "cut upload";
    const atMsw = isUnlike ? "as a network error" : "yes";
    expect([fault, ...cells]).toEqual([fault, atMsw, atMsw, atMsw, "yes", "yes"]);
  }
});
