import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { hasNoBrowser, launchBrowser, newContext } from "../browser/launch-browser.ts";
import { publicPackages } from "../release/public-packages.ts";
import { wholeFlow } from "../runtimes/rows/packages.ts";
import { mswVersions, pagePackages, vitestVersions } from "../runtimes/rows/test-tools.ts";
import { cleanEnvironment, installConsumer, packPackages, root, run } from "./consumer-projects.ts";

/** For npm, which installs from the network. */
const tenMinutes = 600_000;
const bin = (name: string) => join(root, "node_modules/.bin", name);

let folder: string;
let tarballs: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "call-analysis-packed-"));
  tarballs = await packPackages(folder);
});

afterAll(() => rm(folder, { recursive: true }));

// The other versions are tried by `test:runtimes`. Concurrent, because npm spends most of the time waiting for the network.
describe.concurrent("the packed packages", () => {
  test("publint and attw find nothing in the packed packages", async () => {
    const packed = publicPackages().map(({ folder, manifest }) => `call-analysis-${folder}-${manifest.version}.tgz`);
    expect(tarballs.map((path) => basename(path)).sort()).toEqual(packed.sort());
    for (const tarball of tarballs) {
      expect(await run(bin("publint"), ["run", tarball, "--strict"], root)).toContain("All good!");
      // The command has no types that a consumer could get wrong.
      if (basename(tarball).startsWith("call-analysis-cli-")) continue;
      expect(await run(bin("attw"), [tarball, "--no-emoji"], root)).toContain("No problems found");
    }
  });

  test("the flow runs through the oldest msw, with a client that was made before listen()", {
    timeout: tenMinutes,
  }, async () => {
    const [oldest] = mswVersions;
    const project = await installConsumer("flow", join(folder, "msw"), [...tarballs, `msw@${oldest}`]);
    const printed = await run(process.execPath, ["start.mjs", "msw.mjs"], project);
    expect(JSON.parse(printed)).toEqual({ ...wholeFlow, shared: [true, "own"] });
  });

  test("the flow runs in plain Jest 30, by require and without msw", { timeout: tenMinutes }, async () => {
    const project = await installConsumer("jest", join(folder, "jest"), tarballs);
    await run("npx", ["jest"], project);
  });

  test("the vitest fixture, its options, and pages of jsdom and Happy DOM work with the oldest vitest", {
    timeout: tenMinutes,
  }, async () => {
    const [oldest] = vitestVersions;
    const packages = [...tarballs, `vitest@${oldest}`, ...pagePackages];
    const project = await installConsumer("vitest", join(folder, "vitest"), packages);
    await run(process.execPath, ["node_modules/vitest/vitest.mjs", "run"], project);
  });

  test("the command goes on after an interruption, with one call for each file, on the oldest Node", {
    timeout: tenMinutes,
  }, async () => {
    const project = await installConsumer("cli", join(folder, "cli"), [...tarballs, "node@20.19.0"]);
    const printed = await run(join(project, "node_modules/.bin/node"), ["interrupted.mjs"], project);
    const { node, exitCodes, calls, table } = JSON.parse(printed);
    expect({ node, exitCodes, calls }).toEqual({ node: "20.19.0", exitCodes: [130, 0], calls: 12 });
    expect(table.trimEnd().split("\n")).toHaveLength(1 + 12);
    expect(table).toMatch(/^FILE +STATUS +SCORE +OUTCOME +CALL\n/);
  });

  test.skipIf(hasNoBrowser)(
    "npx call-analysis-mock serves the console, which analyses a call in Chromium",
    {
      timeout: tenMinutes,
    },
    async ({ onTestFinished }) => {
      const project = await installConsumer([], join(folder, "console"), tarballs);
      const browser = await launchBrowser();
      onTestFinished(() => browser.close());
      const page = await (await newContext(browser)).newPage();
      await page.goto(await startFakeByNpx(project, { onTestFinished }));
      await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
      await page.getByRole("button", { name: "Analyse a sample recording" }).click();
      await page.getByRole("link", { name: "Open the call" }).click();
      await page.getByRole("heading", { level: 1, name: "sample-call.wav" }).waitFor();
      await page.getByText("Score", { exact: true }).waitFor();
    },
  );

  test("the types compile in a strict consumer that checks libraries too", { timeout: tenMinutes }, async () => {
    const packages = [...tarballs, "msw@3.0.5", "@types/node@24", "zod@4", "@opentelemetry/api@1.9.0"];
    const project = await installConsumer("types", join(folder, "types"), packages);
    await run(bin("tsc"), ["-p", "."], project);
    await run(bin("tsc"), ["-p", "tsconfig.without-dom.json"], project);
    await run(bin("tsc"), ["-p", ".", "--module", "ESNext", "--moduleResolution", "Bundler"], project);
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

/** Starts the command in a project until the test has ended. Returns the address of its console. */
async function startFakeByNpx(
  project: string,
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
): Promise<string> {
  // In a process group of its own, for npx starts the command as a process of its own.
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
