import { cp, mkdir, readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { describe, expect, test } from "vitest";
import { publicPackages } from "../release/public-packages.ts";
import { requiresLongTests } from "../test-requirements.ts";
import { compile, root, run } from "./consumer-projects.ts";
import { consumerProject, packedTarballs, toolPath, toolsFolder } from "./packed-packages.ts";

describe.concurrent("the packed packages", requiresLongTests, () => {
  test("publint and attw find nothing in the packed packages", async () => {
    const tarballs = await packedTarballs();
    const packed = publicPackages().map(({ folder, manifest }) => `call-analysis-${folder}-${manifest.version}.tgz`);
    expect(tarballs.map((path) => basename(path)).sort()).toEqual(packed.sort());
    for (const path of tarballs) {
      const bytes = new Uint8Array(await readFile(path));
      const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
      expect([basename(path), messages]).toEqual([basename(path), []]);
      const types = await checkPackage(createPackageFromTarballData(bytes));
      // The command has no types that a consumer could get wrong.
      const isCommand = basename(path).startsWith("call-analysis-cli-");
      expect(types).toMatchObject(isCommand ? { types: false } : { types: { kind: "included" }, problems: [] });
    }
  });

  test("the fake is at most 0.8 MB to download and 3 MB to install, in each format once, and with the console", async () => {
    const tarball = (await packedTarballs()).find((path) => basename(path).startsWith("call-analysis-mock-")) ?? "";
    expect((await stat(tarball)).size).toBeLessThanOrEqual(800_000);
    const installed = join(toolsFolder(), "project/node_modules/@call-analysis/mock");
    const entries = await readdir(installed, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const texts = await Promise.all(paths.map((path) => readFile(path, "latin1")));
    expect(texts.join("").length).toBeLessThanOrEqual(3_000_000);
    expect(paths).toContain(join(installed, "dist/console/index.html"));
    const fakes = paths.filter((_path, index) => texts[index]?.includes("expected the result of createMockService()"));
    expect(fakes.map(extname).sort()).toEqual([".cjs", ".js"]);
  });

  test("the flow runs in plain Jest 30, by require and without msw", async () => {
    const project = await consumerProject("jest");
    await useNewestMsw(project);
    await run(process.execPath, [join(root, "examples/downstream-jest/node_modules/jest/bin/jest.js")], project);
  });

  test("the vitest fixture, its options, and pages of jsdom and Happy DOM work with the oldest vitest", async () => {
    const project = await consumerProject("vitest");
    await run(process.execPath, [toolPath("vitest/vitest.mjs"), "run"], project);
  });

  test("the types compile in a strict consumer that checks libraries too, with the newest msw, by TypeScript 7 and 5.9", async () => {
    const project = await consumerProject("types");
    await useNewestMsw(project);
    expect(await compile(project)).toBe("");
    expect(await compile(join(project, "tsconfig.without-dom.json"))).toBe("");
    expect(await compile(project, "--module", "ESNext", "--moduleResolution", "Bundler")).toBe("");
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], project);
  });
});

test("the client's main entry bundles for browsers, without zod and without Node's modules", async () => {
  const { metafile, outputFiles } = await build({
    stdin: {
      contents: 'export { CallAnalysis } from "@call-analysis/sdk"',
      resolveDir: join(root, "examples/quickstart"),
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    metafile: true,
    // An empty configuration: the repository's own has paths to the sources.
    tsconfigRaw: {},
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.some((path) => path.endsWith("packages/sdk/dist/pages/index.js"))).toBe(true);
  expect(inputs.filter((path) => /zod|node:|node_modules/.test(path))).toEqual([]);
  expect(outputFiles).toHaveLength(1);
});

/** Gives a project its own copies of our packages, and another msw beside them than the oldest. */
async function useNewestMsw(project: string): Promise<void> {
  const modules = join(project, "node_modules");
  await rm(modules);
  await mkdir(modules);
  await cp(join(project, "../node_modules/@call-analysis"), join(modules, "@call-analysis"), { recursive: true });
  await symlink(join(root, "packages/mock/node_modules/msw"), join(modules, "msw"), "junction");
}
