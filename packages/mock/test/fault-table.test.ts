import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AdapterName } from "./adapters/connection.js";
import { faultCases } from "./adapters/fault-cases.js";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The documentation's table of faults, as cells. */
const [header = [], , ...rows] = (
  read("../../../docs/reference/faults.md").match(/^\| fault {2}.*\n(?:\|.*\n)+/m)?.[0] ?? ""
)
  .trimEnd()
  .split("\n")
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** Every adapter that runs the tests of `faultCases`. */
const adapters: Record<AdapterName, true> = { "msw 2": true, "msw 3": true, browser: true, fetch: true, HTTP: true };

test("every column of the documentation's table of faults is an adapter, and every adapter has a column", () => {
  expect(header).toEqual(["fault", ...Object.keys(adapters)]);
});

test("every row of the documentation's table of faults is a case that is tested, and there are no other cases", () => {
  expect(rows.map(([fault]) => fault)).toEqual(faultCases.map(({ name }) => name));
});

test("every cell says yes, or what becomes of the fault in msw or its worker", () => {
  for (const [fault, ...cells] of rows) {
    const isUnlike = fault === "connection reset" || fault === "cut upload";
    const throughMsw = isUnlike ? "as a network error" : "yes";
    // The browser's tests measure what a page sees of its upload, by the worker and over HTTP.
    const throughWorker = fault === "slow upload" ? "without progress" : throughMsw;
    expect([fault, ...cells]).toEqual([fault, throughMsw, throughMsw, throughWorker, "yes", "yes"]);
  }
});
