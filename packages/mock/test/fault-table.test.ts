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

/** The test file of each adapter, and the text in it that runs a test for each fault. */
const adapters: Record<AdapterName, { file: string; runs: string }> = {
  "msw 2": { file: "msw-2-behaviour.test.ts", runs: 'testBehaviour("msw 2", ' },
  "msw 3": { file: "msw-3-behaviour.test.ts", runs: 'testBehaviour("msw 3", ' },
  browser: { file: "browser.test.ts", runs: "through browser" },
  fetch: { file: "fetch-behaviour.test.ts", runs: 'testBehaviour("fetch", ' },
  HTTP: { file: "http-behaviour.test.ts", runs: 'testBehaviour("HTTP", ' },
};

test("every column of the documentation's table of faults is an adapter, and its file runs every fault's test", () => {
  expect(header).toEqual(["fault", ...Object.keys(adapters)]);
  for (const { file, runs } of Object.values(adapters)) expect(read(`./adapters/${file}`)).toContain(runs);
  for (const file of ["behaviour.ts", "browser.test.ts"])
    expect(read(`./adapters/${file}`)).toContain("of faultCases)");
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

test("the browser's tests measure the progress of a slow upload through both adapters that a page has", () => {
  for (const adapter of ["worker", "HTTP"])
    expect(read("./adapters/browser.test.ts")).toContain(`of a slow upload in a page through ${adapter}`);
});
