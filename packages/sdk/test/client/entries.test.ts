/** What the built entries share: each takes its errors from the main entry, so that there is one class of each. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as main from "@call-analysis/sdk";
import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "../../src");

test("every value that a file imports from errors.js is exported by the main entry", () => {
  const imported = globSync("**/*.ts", { cwd: sources }).flatMap((file) => {
    const text = readFileSync(join(sources, file), "utf8");
    const lists = [...text.matchAll(/import \{([^}]*)\} from "[./]+\/errors\.js"/g)].map(([, names = ""]) => names);
    return lists.flatMap((names) => names.split(",").map((name) => name.trim())).filter((name) => /^\w+$/.test(name));
  });
  expect(new Set(imported).size).toBeGreaterThan(10);
  expect([...new Set(imported)].filter((name) => !(name in main))).toEqual([]);
});
