import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

/** The console in the package of the fake, which serves it. */
const served = new URL("../../mock/dist/console/", import.meta.url);
const page = readFileSync(new URL("index.html", served), "utf8");
const assets = assetsIn(served);

/** The assets of a built console, with their sizes after compression. */
function assetsIn(folder: URL) {
  return readdirSync(new URL("assets/", folder)).map((name) => {
    const bytes = readFileSync(new URL(`assets/${name}`, folder));
    return { name, text: bytes.toString(), gzipBytes: gzipSync(bytes).length };
  });
}

const totalKilobytes = (parts: readonly { gzipBytes: number }[]) =>
  parts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1_000;

/** Only a page without a server loads the fake, and the OpenAPI document that it can show. */
const isFake = ({ text }: { text: string }) => /createMockService\(\) returned|"x-provenance"/.test(text);

test("what the first page loads has at most 211 kB", () => {
  const initial = assets.filter(({ name }) => page.includes(name));
  expect(initial.length).toBeGreaterThan(1);
  expect(totalKilobytes(initial)).toBeLessThanOrEqual(211);
});

test("a console on the fake's server has at most 340 kB, and no fake for a page", () => {
  expect(assets.length).toBeGreaterThan(4);
  expect(totalKilobytes(assets)).toBeLessThanOrEqual(340);
  expect(assets.filter(isFake)).toEqual([]);
});

test("the fake in the page of a console on any host has at most 132 kB", () => {
  const inPage = assetsIn(new URL("../dist/", import.meta.url)).filter(isFake);
  expect(inPage.length).toBeGreaterThan(1);
  expect(totalKilobytes(inPage)).toBeLessThanOrEqual(132);
});

test("no source maps are in the package, and nothing is loaded from elsewhere", () => {
  expect(assets.filter(({ name, text }) => name.endsWith(".map") || text.includes("sourceMappingURL="))).toEqual([]);
  expect(page).not.toMatch(/(?:src|href)="(?!\.\/|data:)/);
});
