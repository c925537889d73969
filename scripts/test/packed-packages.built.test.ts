import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

// Concurrent, because npm spends most of the time waiting for the network.
describe.concurrent("the packed packages", () => {
  test("publint and attw find nothing in the packed packages", async () => {
    expect(tarballs.map((path) => basename(path)).sort()).toEqual([
      expect.stringMatching(/^call-analysis-mock-/),
      expect.stringMatching(/^call-analysis-sdk-/),
    ]);
    for (const tarball of tarballs) {
      expect(await run(bin("publint"), ["run", tarball, "--strict"], root)).toContain("All good!");
      expect(await run(bin("attw"), [tarball, "--no-emoji"], root)).toContain("No problems found");
    }
  });

  describe("the flow runs through msw, with a client that was made before listen()", () => {
    test.each([
      { msw: "3.0.5", node: "24.21.0" },
      { msw: "2.15.0", node: "20.20.2" },
    ])("on msw $msw and Node $node", { timeout: tenMinutes }, async ({ msw, node }) => {
      const project = await installConsumer("msw", join(folder, `msw-${msw}`), [
        ...tarballs,
        `msw@${msw}`,
        `node@${node}`,
      ]);
      const printed = await run(join(project, "node_modules/.bin/node"), ["flow.mjs"], project);
      expect(JSON.parse(printed)).toEqual({
        node,
        status: "completed",
        udfs: { crm: 7 },
        sectionsAreTheCategorys: true,
      });
    });
  });

  test("the flow runs in plain Jest 30, by require and without msw", { timeout: tenMinutes }, async () => {
    const project = await installConsumer("jest", join(folder, "jest"), tarballs);
    await run("npx", ["jest"], project);
  });

  test("the types compile in a strict consumer that checks libraries too", { timeout: tenMinutes }, async () => {
    const packages = [...tarballs, "msw@3.0.5", "@types/node@24", "zod@4"];
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
