import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scenarioNames } from "../src/scenarios/scenarios.js";
import { listening } from "./control/listening.js";
import { createCall } from "./flow.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The first cells of the rows of a section's table. */
function firstCells(heading: string): string[] {
  const [, section = ""] = readme.split(`\n## ${heading}\n`);
  const [text = ""] = section.split("\n## ");
  const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| --"));
  return rows.slice(1).map((row) => row.split("|")[1]?.trim() ?? "");
}

test("every scenario has a row in the README, and every row is a scenario", () => {
  expect(firstCells("Scenarios")).toEqual(scenarioNames.map((name) => `\`${name}\``));
});

test("every request to control that the README lists is answered", async () => {
  const { service, url, close } = await listening();
  try {
    for (const cell of firstCells("Control over HTTP")) {
      const callId = await createCall(service);
      await fetch(`${url}/__mock__/sandboxes`, { method: "POST" });
      const path = cell.match(/\/__mock__\/[^`]*/)?.[0] ?? "";
      const address = `${url}${path.replace("calls/{id}", `calls/${callId}`).replace("{id}", "box-1")}`;
      for (const method of cell.match(/GET|POST|PUT|DELETE/g) ?? []) {
        const { status } = await fetch(address, { method });
        expect([method, path, status < 500 && ![404, 405].includes(status)]).toEqual([method, path, true]);
      }
    }
  } finally {
    await close();
  }
});

test("every flag of the command line is in its help", async () => {
  const { help } = await import("../src/command/help.js");
  const source = readFileSync(new URL("../src/command/flags.ts", import.meta.url), "utf8");
  const [, options = ""] = source.match(/const options = \{(.*?)\n\} as const/s) ?? [];
  const flags = [...options.matchAll(/^ {2}"?([a-z-]+)"?: \{/gm)].map(([, flag]) => `--${flag}`);
  expect(flags.length).toBeGreaterThan(12);
  expect(flags.filter((flag) => !help.includes(`${flag} `) && !help.includes(`${flag},`))).toEqual([]);
});
