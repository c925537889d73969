import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { flagTable, parseFlags } from "../../src/command/flags.js";
import { helpText } from "../../src/command/help.js";

const textOf = (page: string) => readFileSync(new URL(`../../../../${page}`, import.meta.url), "utf8");

test("the defaults that the help shows are those of the command line", () => {
  const { port, host, seed, scenario, rules, speed, log, progression, keys } = parseFlags([]);
  expect({ port, host, seed, speed, log }).toEqual({ port: 4010, host: "127.0.0.1", seed: 1, speed: 1, log: "pretty" });
  expect([scenario, rules]).toEqual([["demo"], []]);
  expect([progression, keys]).toEqual([undefined, undefined]);
});

test("the documentation shows the help as it is", () => {
  const page = new URL("../../../../docs/reference/fake.md", import.meta.url);
  const block = `\n\`\`\`text\n${helpText().trim()}\n\`\`\`\n`;
  if (process.env.UPDATE_README)
    writeFileSync(
      page,
      readFileSync(page, "utf8").replace(/\n```text\ncall-analysis-mock: [^`]*\n```\n/, () => block),
    );
  expect(readFileSync(page, "utf8")).toContain(block);
});

test.each([
  "packages/mock/README.md",
  "docs/guides/containers.md",
  "docs/reference/fake.md",
  "docs/reference/seed-files.md",
])("every flag that %s names exists", (page) => {
  const commands = textOf(page).replaceAll(/^npm .*$/gm, "");
  const named = [...commands.matchAll(/(?<=[\s`])--([a-z][a-z-]+)/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((name) => !(name in flagTable) && !helpText().includes(`--${name} `))).toEqual([]);
});
