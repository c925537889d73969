import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publicPackages } from "../release/public-packages.ts";
import { root, run } from "./consumer-projects.ts";
import { packedPackages } from "./packed-packages.ts";

const packages = publicPackages();
const node = process.execPath;

/** What the dry run would publish: the lines "npm notice 1.1kB LICENSE" of each package. Without UTF-8 npm leaves 📦 out. */
function contents(output: string): Record<string, string[]> {
  const parts = output.split(/npm notice (?:📦|package:)\s+/).slice(1);
  return Object.fromEntries(
    parts.map((part) => {
      const name = part.slice(0, part.lastIndexOf("@", part.indexOf("\n")));
      const files = [...part.matchAll(/^npm notice\s+[\d.]+\s?[kM]?B\s+(\S+)$/gm)].map(([, file = ""]) => file);
      return [name, files];
    }),
  );
}

test("a dry run of the release lists what belongs in each package, and nothing else", async () => {
  const { folder } = await packedPackages();
  const command = `"${node}" scripts/release/publish.ts --dry-run --packed "${folder}" 2>&1`;
  const listed = contents(await run("sh", ["-c", command], root));
  expect(Object.keys(listed)).toEqual(packages.map(({ manifest }) => manifest.name));
  for (const { manifest } of packages) {
    const files = listed[manifest.name] ?? [];
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json", "CHANGELOG.md"]));
    expect(files.filter((file) => file.startsWith("dist/")).length).toBeGreaterThan(2);
    const strays = files.filter(
      (file) => !/^(LICENSE|README\.md|CHANGELOG\.md|package\.json|dist\/.+|skills\/[\w-]+\/SKILL\.md)$/.test(file),
    );
    expect(strays).toEqual([]);
    expect(files.filter((file) => /\.map$|\.tsx?$/.test(file) && !/\.d\.ts$/.test(file))).toEqual([]);
    expect(targets(manifest).filter((file) => !files.includes(file))).toEqual([]);
  }
});

/** The files that a manifest's `exports` and `bin` name. */
function targets({ exports, bin }: { exports?: unknown; bin?: unknown }): string[] {
  const found = JSON.stringify([exports, bin]).matchAll(/"\.\/(dist\/[^"]+)"/g);
  return [...new Set([...found].map(([, file = ""]) => file))];
}

test("all packages have one version, and the changelog of each begins with it", () => {
  expect(new Set(packages.map(({ manifest }) => manifest.version)).size).toBe(1);
  for (const { path, manifest } of packages) {
    const changelog = join(path, "CHANGELOG.md");
    expect([manifest.name, existsSync(changelog)]).toEqual([manifest.name, true]);
    const [, newest] = readFileSync(changelog, "utf8").match(/^## (\S+)/m) ?? [];
    expect([manifest.name, newest]).toEqual([manifest.name, manifest.version]);
  }
});

test("a package that is published says what it is, and what it needs", () => {
  for (const { manifest } of packages)
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/.{20}/),
      license: "MIT",
      keywords: expect.arrayContaining(["call-analysis"]),
      engines: { node: expect.stringMatching(/^>=/) },
    });
});
