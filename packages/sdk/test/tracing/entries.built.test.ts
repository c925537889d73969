import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

const execute = promisify(execFile);
const packageFolder = join(import.meta.dirname, "../..");

let folder: string;

/** `bare` has the built package alone; `one` and `two` also have OpenTelemetry, and each a copy of the package. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "call-analysis-tracing-"));
  for (const project of ["bare", "one", "two"]) {
    const installed = join(folder, project, "node_modules");
    await mkdir(join(installed, "@call-analysis"), { recursive: true });
    for (const part of ["dist", "package.json"]) {
      await cp(join(packageFolder, part), join(installed, "@call-analysis/sdk", part), { recursive: true });
    }
    if (project !== "bare") {
      const modules = join(packageFolder, "node_modules/@opentelemetry");
      await symlink(modules, join(installed, "@opentelemetry"));
    }
  }
});

afterAll(() => rm(folder, { recursive: true }));

/** What a program prints as JSON, or the error that ends it. */
async function printedBy(project: string, name: string, program: string): Promise<unknown> {
  const path = join(folder, project, name);
  await writeFile(path, program);
  // `pnpm exec` sets NODE_PATH, by which `require` would find what is not installed here.
  const { NODE_PATH: _, ...env } = process.env;
  const { stdout } = await execute(process.execPath, [path], { cwd: dirname(path), env });
  return JSON.parse(stdout);
}

const oneList = `async ({ CallAnalysis }) => {
  const fetch = async () => Response.json({ data: [] });
  await new CallAnalysis({ apiKey: "key", baseUrl: "https://service.test/v1", fetch }).agents.list();
}`;

const exporter = `
  const provider = (() => {
    const spans = new sdkTrace.InMemorySpanExporter();
    const spanProcessors = [new sdkTrace.SimpleSpanProcessor(spans)];
    return { spans, tracerProvider: new sdkTrace.BasicTracerProvider({ spanProcessors }) };
  })();
  const names = () => provider.spans.getFinishedSpans().map(({ name }) => name);`;

test("without @opentelemetry/api the main entry works, as a module and as CommonJS", async () => {
  const asModule = `import * as sdk from "@call-analysis/sdk"; await (${oneList})(sdk); console.log(JSON.stringify("sent"));`;
  const asCommonJs = `(${oneList})(require("@call-analysis/sdk")).then(() => console.log(JSON.stringify("sent")));`;
  expect(await printedBy("bare", "main.mjs", asModule)).toBe("sent");
  expect(await printedBy("bare", "main.cjs", asCommonJs)).toBe("sent");
});

test.each([
  ["otel.mjs", 'import "@call-analysis/sdk/otel";'],
  ["otel.cjs", 'require("@call-analysis/sdk/otel");'],
])("without @opentelemetry/api the entry ./otel fails with that name: %s", async (name, program) => {
  await expect(printedBy("bare", name, program)).rejects.toThrow(/Cannot find (package|module) '@opentelemetry\/api'/);
});

test.each([
  ["module", "commonjs"],
  ["commonjs", "module"],
])("./otel as %s makes one span of a request of the client as %s", async (ofOtel, ofClient) => {
  const load = (entry: string, kind: string) =>
    kind === "module" ? `await import("${entry}")` : `createRequire(import.meta.url)("${entry}")`;
  const program = `
    import { createRequire } from "node:module";
    const sdkTrace = ${load("@opentelemetry/sdk-trace-base", "module")};
    const { openTelemetry } = ${load("@call-analysis/sdk/otel", ofOtel)};
    const sdk = ${load("@call-analysis/sdk", ofClient)};
    ${exporter}
    openTelemetry(provider);
    await (${oneList})(sdk);
    console.log(JSON.stringify(names()));`;
  expect(await printedBy("one", `${ofOtel}-${ofClient}.mjs`, program)).toEqual(["GET /v1/agents"]);
});

test("two copies of the package in one process share the channels, and each request has one span", async () => {
  const copy = (project: string, entry: string) =>
    `await import(${JSON.stringify(join(folder, project, "node_modules/@call-analysis/sdk/dist", `${entry}.js`))})`;
  const program = `
    const sdkTrace = await import("@opentelemetry/sdk-trace-base");
    const one = ${copy("one", "index")};
    const two = ${copy("two", "index")};
    ${exporter}
    (${copy("one", "otel")}).openTelemetry(provider);
    (${copy("two", "otel")}).openTelemetry(provider);
    await (${oneList})(one);
    await (${oneList})(two);
    console.log(JSON.stringify({ areTwo: one.CallAnalysis !== two.CallAnalysis, names: names() }));`;
  expect(await printedBy("one", "copies.mjs", program)).toEqual({
    areTwo: true,
    names: ["GET /v1/agents", "GET /v1/agents"],
  });
});

test("a runtime without diagnostics channels sends requests, and openTelemetry() says what it needs", async () => {
  const program = `
    const lookUp = process.getBuiltinModule;
    process.getBuiltinModule = undefined;
    const { openTelemetry } = await import("@call-analysis/sdk/otel");
    const sdk = await import("@call-analysis/sdk");
    await (${oneList})(sdk);
    let thrown;
    try { openTelemetry() } catch (error) { thrown = error }
    process.getBuiltinModule = lookUp;
    console.log(JSON.stringify([thrown.name, thrown.message]));`;
  expect(await printedBy("one", "no-channels.mjs", program)).toEqual([
    "ConfigurationError",
    expect.stringContaining("node:diagnostics_channel"),
  ]);
});

test("importing the package looks nothing up: the channels are found at the first request", async () => {
  const program = `
    const asked = [];
    const lookUp = process.getBuiltinModule;
    process.getBuiltinModule = (name) => { asked.push(name); return lookUp(name) };
    const sdk = await import("@call-analysis/sdk");
    const beforeRequests = [...asked];
    await (${oneList})(sdk);
    await (${oneList})(sdk);
    console.log(JSON.stringify({ beforeRequests, asked }));`;
  expect(await printedBy("one", "import.mjs", program)).toEqual({
    beforeRequests: [],
    asked: ["node:diagnostics_channel"],
  });
});

test("a browser bundle of the main entry has nothing of OpenTelemetry, and one of ./otel has its API alone", async () => {
  const inputsOf = async (entry: string) => {
    const stdin = { contents: `export * from "${entry}"`, resolveDir: join(folder, "one") };
    const { metafile } = await build({
      stdin,
      bundle: true,
      platform: "browser",
      format: "esm",
      write: false,
      metafile: true,
      tsconfigRaw: {},
    });
    return Object.keys(metafile.inputs);
  };
  expect((await inputsOf("@call-analysis/sdk")).filter((path) => path.includes("opentelemetry"))).toEqual([]);
  const ofOtel = (await inputsOf("@call-analysis/sdk/otel")).filter((path) => path.includes("opentelemetry"));
  expect(ofOtel.filter((path) => !/@opentelemetry.api/.test(path))).toEqual([]);
  expect(ofOtel).not.toEqual([]);
});
