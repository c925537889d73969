import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Every module that the main entry imports, with those that they import, and the packages among them. */
function importsFrom(entry: URL, seen = new Set<string>()): Set<string> {
  seen.add(entry.href);
  const text = readFileSync(entry, "utf8").replaceAll(/^import type [^;]+;/gm, "");
  for (const [, name = ""] of text.matchAll(/ from "([^"]+)";/g)) {
    const module = new URL(name.replace(/\.js$/, ".ts"), entry).href;
    if (!name.startsWith(".")) seen.add(name);
    else if (!seen.has(module)) importsFrom(new URL(module), seen);
  }
  return seen;
}

test("the main entry needs neither msw nor Node", () => {
  const imports = [...importsFrom(new URL("../src/index.ts", import.meta.url))];
  expect(imports.length).toBeGreaterThan(20);
  expect(imports.filter((name) => /^(node:|msw)/.test(name))).toEqual([]);
  expect(imports.filter((name) => /\/src\/(adapters\/http|command)\/|\/(msw|server|cli)\.ts$/.test(name))).toEqual([]);
});
