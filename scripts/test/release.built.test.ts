import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publicPackages } from "../release/public-packages.ts";
import { requiresLongTests } from "../test-requirements.ts";
import { root, run } from "./consumer-projects.ts";
import { packedTarballs } from "./packed-packages.ts";

const packages = publicPackages();

test("npm would publish what belongs in each package, and nothing else", requiresLongTests, async () => {
  const tarballs = await packedTarballs();
  expect(tarballs).toHaveLength(packages.length);
  for (const { folder, manifest } of packages) {
    const tarball = tarballs.find((path) => path.endsWith(`call-analysis-${folder}-${manifest.version}.tgz`)) ?? "";
    const output = await run("npm", ["publish", tarball, "--dry-run", "--json", "--access", "public"], root);
    const printed = JSON.parse(output);
    // Since npm 11 it is below the package's name.
    const { name, files: listed }: { name: string; files: { path: string }[] } = printed[manifest.name] ?? printed;
    expect(name).toBe(manifest.name);
    const files = listed.map(({ path }) => path);
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json", "CHANGELOG.md"]));
    expect(files.filter((file) => file.startsWith("dist/")).length).toBeGreaterThan(2);
    const strays = files.filter(
      (file) =>
        !/^(LICENSE|README\.md|CHANGELOG\.md|package\.json|(?:completion|dist)\/.+|skills\/[\w-]+\/SKILL\.md)$/.test(
          file,
        ),
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
  for (const { folder, manifest } of packages)
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/.{20}/),
      license: "MIT",
      repository: { type: "git", directory: `packages/${folder}` },
      keywords: expect.arrayContaining(["call-analysis"]),
      engines: { node: expect.stringMatching(/^>=/) },
    });
});
