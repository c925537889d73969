import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const copy = new URL("../../mock/dist/console/", import.meta.url);
const page = readFileSync(new URL("index.html", copy), "utf8");

/** The assets in the package of the fake, with their sizes after compression. */
const assets = readdirSync(new URL("assets/", copy)).map((name) => {
  const bytes = readFileSync(new URL(`assets/${name}`, copy));
  return { name, text: bytes.toString(), gzipBytes: gzipSync(bytes).length };
});

const totalKilobytes = (parts: readonly { gzipBytes: number }[]) =>
  parts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1_000;

/** Only a page without a server loads the fake, and the OpenAPI document that it can show. */
const isFake = ({ text }: { text: string }) => /createMockService\(\) returned|"x-provenance"/.test(text);

test("what the first page loads has at most 240 kB", () => {
  const initial = assets.filter(({ name }) => page.includes(name));
  expect(initial.length).toBeGreaterThan(1);
  expect(totalKilobytes(initial)).toBeLessThanOrEqual(240);
});

test("all that a console on the fake's server can load has at most 340 kB", () => {
  expect(totalKilobytes(assets.filter((asset) => !isFake(asset)))).toBeLessThanOrEqual(340);
});

test("the fake in the page has at most 134 kB, and is in a file of its own", () => {
  expect(totalKilobytes(assets.filter(isFake))).toBeLessThanOrEqual(134);
  expect(assets.filter(isFake).some(({ name }) => page.includes(name))).toBe(false);
});

test("no source maps are in the package, and nothing is loaded from elsewhere", () => {
  expect(assets.filter(({ name, text }) => name.endsWith(".map") || text.includes("sourceMappingURL="))).toEqual([]);
  expect(page).not.toMatch(/(?:src|href)="(?!\.\/|data:)/);
});
