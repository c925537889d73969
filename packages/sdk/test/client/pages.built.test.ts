/** The build for pages: who takes it, and what it is without. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { build as buildByVite } from "vite";
import { expect, test } from "vitest";

const packageFolder = join(import.meta.dirname, "../..");
const dist = pathToFileURL(join(packageFolder, "dist/")).href;

const esm = (entry: string) => `console.log(import.meta.resolve("@call-analysis/sdk${entry}"))`;
const cjs = 'console.log(require("node:url").pathToFileURL(require.resolve("@call-analysis/sdk")).href)';

test.each<[string, string[], string, string]>([
  ["Node", [], esm(""), "index.js"],
  ["a bundler for pages", ["browser"], esm(""), "pages/index.js"],
  ["a bundler for pages, for batches", ["browser"], esm("/batch"), "pages/batch.js"],
  ["a bundler for Workers", ["workerd", "worker", "browser"], esm(""), "index.js"],
  ["a bundler for edge functions", ["edge-light", "worker", "browser"], esm(""), "index.js"],
  ["Deno", ["deno"], esm("/batch"), "batch.js"],
  ["Jest with jsdom", ["browser"], cjs, "index.cjs"],
])("%s takes the build that is for it", (_who, conditions, program, file) => {
  const type = program === cjs ? "commonjs" : "module";
  const flags = conditions.flatMap((condition) => ["--conditions", condition]);
  const options = { cwd: packageFolder, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, `--input-type=${type}`, "-e", program], options);
  expect([stderr, stdout.trim()]).toEqual(["", `${dist}${file}`]);
});

const page = `
  export { CallAnalysis } from "@call-analysis/sdk";
  export { analyzeFiles } from "@call-analysis/sdk/batch";
  export { createValidator } from "@call-analysis/sdk/schemas";
`;

/** What a page would load, by bundler. */
const bundles = {
  async esbuild() {
    const options = { bundle: true, format: "esm", platform: "browser", write: false, tsconfigRaw: {} } as const;
    const stdin = { contents: page, resolveDir: packageFolder };
    const { outputFiles } = await build({ ...options, stdin });
    return outputFiles.map(({ text }) => text).join();
  },
  async vite() {
    const plugin = {
      name: "page",
      resolveId: (id: string) => (id.endsWith("/page") ? join(packageFolder, "page.js") : null),
      load: (id: string) => (id.endsWith("/page.js") ? page : null),
    };
    const lib = { entry: "page", formats: ["es" as const] };
    const options = { root: packageFolder, configFile: false, logLevel: "silent" } as const;
    const outputs = await buildByVite({ ...options, plugins: [plugin], build: { write: false, minify: false, lib } });
    const chunks = [outputs].flat().flatMap((one) => ("output" in one ? one.output : []));
    return chunks.map((chunk) => ("code" in chunk ? chunk.code : "")).join();
  },
};

test.each(Object.keys(bundles) as (keyof typeof bundles)[])(
  "a page by %s has one copy of the client, and nothing of files, node:http or streams of uploads",
  async (bundler) => {
    const code = await bundles[bundler]();
    expect(code.match(/\bXMLHttpRequest\(\)/g)).toHaveLength(1);
    expect(code.match(/class \w*RecordingError\w* extends|RecordingError = class/g)).toHaveLength(1);
    for (const name of ["node:fs", "node:http", "openAsBlob", "FixedLengthStream("]) expect(code).not.toContain(name);
  },
);

test("the build for pages uploads what is in memory, and says that it has no files", async () => {
  const { CallAnalysis } = (await import(`${dist}pages/index.js`)) as typeof import("@call-analysis/sdk");
  const bodies: unknown[] = [];
  const fetch = async (url: string, init: { method: string; body?: unknown }) => {
    if (init.method === "POST")
      return Response.json({ data: { key: "k", presignedUrl: `${url}/put`, publicUrl: url } });
    bodies.push(init.body);
    return new Response(null);
  };
  const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "https://service.test/v1", fetch });
  const { sizeBytes } = await sdk.calls.upload(new Uint8Array(9), { filename: "a.wav" });
  expect([sizeBytes, bodies]).toEqual([9, [expect.any(Blob)]]);
  await expect(sdk.calls.upload({ path: "a.wav" })).rejects.toThrow(
    "this runtime has no file system. Pass a Blob or a File.",
  );
});
