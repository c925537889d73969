/** The files of the console in the package of the fake, which serves it. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync(new URL("../../mock/dist/console/index.html", import.meta.url), "utf8");

/** Only a page without a server loads the fake, and the OpenAPI document that it can show. */
const isFake = ({ text }: { text: string }) => /createMockService\(\) returned|"x-provenance"/.test(text);

function assetsIn(folder: string) {
  const assets = new URL(`../../${folder}/assets/`, import.meta.url);
  return readdirSync(assets).map((name) => ({ name, text: readFileSync(new URL(name, assets), "utf8") }));
}

test("a console on the fake's server has no fake for a page, and one on any other host has it", () => {
  expect(assetsIn("mock/dist/console").length).toBeGreaterThan(1);
  expect(assetsIn("mock/dist/console").filter(isFake)).toEqual([]);
  expect(assetsIn("console/dist").filter(isFake).length).toBeGreaterThan(1);
});

test("no source maps are in the package, and nothing is loaded from elsewhere", () => {
  const assets = assetsIn("mock/dist/console");
  expect(assets.filter(({ name, text }) => name.endsWith(".map") || text.includes("sourceMappingURL="))).toEqual([]);
  expect(page).not.toMatch(/(?:src|href)="(?!\.\/|data:)/);
});
