import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicPackages } from "../release/public-packages.ts";
import { wholeFlow } from "../runtimes/rows/packages.ts";
import { mswVersions, pagePackages, vitestVersions } from "../runtimes/rows/test-tools.ts";
import { installConsumer, packPackages, root, run } from "./consumer-projects.ts";

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
