import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { cp, mkdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { describe, expect, type TestContext, test } from "vitest";
import { browserTest, hasNoBrowser, newContext } from "../browser/launch-browser.ts";
import { publicPackages } from "../release/public-packages.ts";
import { wholeFlow } from "../runtimes/rows/packages.ts";
import { oldestNodeOfCommand, runOn } from "../runtimes/runtimes.ts";
import { cleanEnvironment, root, run } from "./consumer-projects.ts";
import { consumerProject, packedPackages, toolPath, toolsFolder } from "./packed-packages.ts";

/** For npm, which installs from the network. */
const tenMinutes = 600_000;

// The other versions are tried by `test:runtimes`.
describe.concurrent("the packed packages", { timeout: tenMinutes }, () => {
  test("publint and attw find nothing in the packed packages", async () => {
    const { tarballs } = await packedPackages();
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

  test("the fake is at most 0.8 MB to download and 3 MB to install, and is in each format once", async () => {
    const { tarballs } = await packedPackages();
    const tarball = tarballs.find((path) => basename(path).startsWith("call-analysis-mock-")) ?? "";
    const files = filesIn(gunzipSync(await readFile(tarball)));
    expect((await stat(tarball)).size).toBeLessThanOrEqual(800_000);
    expect(files.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(3_000_000);
    const fakes = files.filter(({ text }) => text.includes("createMockService() returned"));
    expect(fakes.map(({ name }) => extname(name)).sort()).toEqual([".cjs", ".js"]);
  });

  test("the flow runs through the oldest msw, with a client that was made before listen()", async () => {
    const project = await consumerProject("flow");
    const printed = await run(process.execPath, ["start.mjs", "msw.mjs"], project);
    expect(JSON.parse(printed)).toEqual({ ...wholeFlow, shared: [true, "own"] });
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

  test("the command goes on after an interruption, with one call for each file, on the oldest Node that it needs", async () => {
    const project = await consumerProject("cli");
    const printed = await runOn(oldestNodeOfCommand, { project, runtimesFolder: toolsFolder() }, "interrupted.mjs");
    const { node, exitCodes, calls, table } = JSON.parse(printed);
    expect({ node, exitCodes, calls }).toEqual({ node: oldestNodeOfCommand.version, exitCodes: [130, 0], calls: 12 });
    expect(table.trimEnd().split("\n")).toHaveLength(1 + 12);
    expect(table).toMatch(/^FILE +STATUS +SCORE +OUTCOME +CALL\n/);
  });

  browserTest.skipIf(hasNoBrowser)(
    "npx call-analysis-mock serves the console, which analyses a call in Chromium",
    async ({ browser, onTestFinished }) => {
      const project = await consumerProject([]);
      const page = await (await newContext(browser)).newPage();
      await page.goto(await startFakeByNpx(project, { onTestFinished }));
      await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
      await page.getByRole("button", { name: "Analyse a sample recording" }).click();
      await page.getByRole("link", { name: "Open the call" }).click();
      await page.getByRole("heading", { level: 1, name: "sample-call.wav" }).waitFor();
      await page.getByText("Score", { exact: true }).waitFor();
    },
  );

  test("the types compile in a strict consumer that checks libraries too, with the newest msw", async () => {
    const project = await consumerProject("types");
    await useNewestMsw(project);
    const compile = (...parameters: string[]) =>
      run(process.execPath, [toolPath("typescript7/bin/tsc"), ...parameters], project);
    await compile("-p", ".");
    await compile("-p", "tsconfig.without-dom.json");
    await compile("-p", ".", "--module", "ESNext", "--moduleResolution", "Bundler");
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
    expect(inputs.some((path) => path.endsWith("packages/sdk/dist/index.js"))).toBe(true);
    expect(inputs.filter((path) => /zod|node:|node_modules/.test(path))).toEqual([]);
    expect(outputFiles).toHaveLength(1);
  });
});

/** The files of a tar, each with its bytes as Latin-1. */
function filesIn(tar: Buffer): { name: string; text: string }[] {
  const files: { name: string; text: string }[] = [];
  for (let start = 0; tar[start]; ) {
    const field = (from: number, to: number) => tar.toString("latin1", start + from, start + to).replace(/\0.*$/s, "");
    const sizeBytes = Number.parseInt(field(124, 136), 8);
    files.push({ name: field(0, 100), text: tar.toString("latin1", start + 512, start + 512 + sizeBytes) });
    start += 512 + Math.ceil(sizeBytes / 512) * 512;
  }
  return files;
}

/** Gives a project its own copies of our packages, and another msw beside them than the oldest. */
async function useNewestMsw(project: string): Promise<void> {
  const modules = join(project, "node_modules");
  await rm(modules);
  await mkdir(modules);
  await cp(join(project, "../node_modules/@call-analysis"), join(modules, "@call-analysis"), { recursive: true });
  await symlink(join(root, "packages/mock/node_modules/msw"), join(modules, "msw"), "junction");
}

/** Starts the command in a project until the test has ended. Returns the address of its console. */
async function startFakeByNpx(
  project: string,
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
): Promise<string> {
  // In its own process group, for npx starts the command as its own process.
  const child = spawn("npx", ["call-analysis-mock", "--port", "0", "--log", "none"], {
    cwd: project,
    env: cleanEnvironment(),
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    const end = once(child, "close");
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await end;
  });
  let printed = "";
  for await (const [chunk] of on(child.stdout, "data", { close: ["end"] })) {
    printed += chunk;
    const [, address] = /console at (\S+)\n/.exec(printed) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`The command ended: ${printed}`);
}
