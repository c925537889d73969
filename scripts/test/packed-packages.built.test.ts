import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createMockService } from "@call-analysis/mock";
import { type RunningServer, serve } from "@call-analysis/mock/server";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForwardProxy } from "../../packages/sdk/test/support/forward-proxy.ts";
import { type ConnectionEnd, rawResponse, startRawService } from "../../packages/sdk/test/support/raw-service.ts";
import { installConsumer, packPackages, root, run } from "./consumer-projects.ts";

/** For npm, which installs from the network. */
const tenMinutes = 600_000;
const bin = (name: string) => join(root, "node_modules/.bin", name);

const connectionEnds = {
  close: (socket) => socket.end(),
  reset: (socket) => socket.resetAndDestroy(),
  "421": (socket) => socket.write(rawResponse(421)),
  "401": (socket) => socket.write(rawResponse(401)),
} satisfies Record<string, ConnectionEnd>;

interface Runtime {
  name: string;
  /** As npm installs it. */
  package: string;
  /** Below the consumer's node_modules. */
  command: string;
  parameters: string[];
  /** How a connection ends after which the runtime's own fetch sends a POST again; undefined for a fetch that never does. */
  repeatsOn?: keyof typeof connectionEnds;
}

const bunAndDeno: Runtime[] = [
  { name: "Bun 1.4.5", package: "bun@1.4.5", command: ".bin/bun", parameters: ["run"] },
  {
    name: "Deno 2.9.6",
    package: "deno@2.9.6",
    command: ".bin/deno",
    parameters: ["run", "--allow-all"],
    repeatsOn: "close",
  },
];

const nodes = ["20.20.2", "22.23.3", "26.10.0"].map((version): Runtime => {
  const name = `node${version.slice(0, 2)}`;
  const place = { package: `${name}@npm:node@${version}`, command: `${name}/bin/node` };
  return { name: `Node ${version}`, ...place, parameters: [], repeatsOn: "421" };
});

/** The other versions of Node take long to install: `.ci/run` sets `LONG_TESTS`. */
const runtimes = process.env.LONG_TESTS ? [...bunAndDeno, ...nodes] : bunAndDeno;

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

  describe("on other runtimes", () => {
    const sizeBytes = 200_000_000;
    let project: string;
    let server: RunningServer;

    beforeAll(async () => {
      const packages = runtimes.map((runtime) => runtime.package);
      project = await installConsumer("runtimes", join(folder, "runtimes"), [...tarballs, ...packages]);
      await writeFile(join(project, "call.wav"), "");
      await truncate(join(project, "call.wav"), sizeBytes);
      server = await serve(createMockService(), { port: 0 });
    }, tenMinutes);

    afterAll(() => server?.close());

    /** Runs one of the consumer's programs on a runtime. */
    const runOn = ({ command, parameters }: Runtime, program: string, ...args: string[]) =>
      run(join(project, "node_modules", command), [...parameters, program, ...args], project);

    test.each(runtimes)("the flow reads the recording as it is sent, on $name", async (runtime) => {
      const printed = await runOn(runtime, "flow.mjs", `${server.url}/v1`, "test-key", "call.wav");
      const { status, progress, grownMegabytes } = JSON.parse(printed);
      expect({ status, progress }).toEqual({
        status: "completed",
        progress: { sentBytes: sizeBytes, totalBytes: sizeBytes },
      });
      expect(grownMegabytes).toBeLessThan(120);
    });

    test.for(bunAndDeno)(
      "a recording goes through the proxy of the environment, on $name",
      async (runtime, context) => {
        const proxy = await startForwardProxy(server.url, context.onTestFinished);
        const environment = [`HTTP_PROXY=${proxy.url}`, `http_proxy=${proxy.url}`, "NO_PROXY=", "no_proxy="];
        const command = [join(project, "node_modules", runtime.command), ...runtime.parameters];
        const printed = await run("env", [...environment, ...command, "upload.mjs", `${server.url}/v1`], project);
        expect(printed.trim()).toBe("300000");
        expect(proxy.seen.map((line) => line.split(" ")[0])).toEqual(["POST", "PUT"]);
      },
    );

    for (const runtime of runtimes) {
      test(`a creation is on the wire once, however the connection ends, on ${runtime.name}`, async (context) => {
        for (const [how, end] of Object.entries(connectionEnds)) {
          const service = await startRawService(end, context.onTestFinished);
          const printed = await runOn(runtime, "sent-once.mjs", service.baseUrl, "client");
          const error = how === "401" ? "authentication" : expect.any(String);
          expect({ how, error: printed.trim(), posts: service.posts.length }).toEqual({ how, error, posts: 1 });
        }
      });

      const { repeatsOn } = runtime;
      if (!repeatsOn) continue;
      test(`a plain fetch is on the wire twice, on ${runtime.name}`, async (context) => {
        const service = await startRawService(connectionEnds[repeatsOn], context.onTestFinished);
        await runOn(runtime, "sent-once.mjs", service.baseUrl, "fetch");
        expect(service.posts).toHaveLength(2);
      });
    }
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
