/** The build for pages: who takes it, and what it is without. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RecordingSource } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { requiresLongTests } from "../../../../scripts/test-requirements.ts";
import { failureOf } from "../support/failure-of.ts";
import { textsOf } from "../support/texts-of.ts";

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
    const { build } = await import("esbuild");
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
    const { build } = await import("vite");
    const outputs = await build({ ...options, plugins: [plugin], build: { write: false, minify: false, lib } });
    const chunks = [outputs].flat().flatMap((one) => ("output" in one ? one.output : []));
    return chunks.map((chunk) => ("code" in chunk ? chunk.code : "")).join();
  },
};

test.each(Object.keys(bundles) as (keyof typeof bundles)[])(
  "a page by %s has one copy of the client, and nothing of files, node:http or streams of uploads",
  requiresLongTests,
  async (bundler) => {
    const code = await bundles[bundler]();
    expect(code.match(/\bXMLHttpRequest\(\)/g)).toHaveLength(1);
    expect(code.match(/class \w*RecordingError\w* extends|RecordingError = class/g)).toHaveLength(1);
    for (const name of ["node:fs", "node:http", "openAsBlob", "FixedLengthStream("]) expect(code).not.toContain(name);
  },
);

/** The calls of a client of the build for pages, and the bodies that it puts. */
async function callsOfPage() {
  const { CallAnalysis } = (await import(`${dist}pages/index.js`)) as typeof import("@call-analysis/sdk");
  const bodies: unknown[] = [];
  const fetch = async (url: string, init: { method: string; body?: unknown }) => {
    if (init.method === "POST")
      return Response.json({ data: { key: "k", presignedUrl: `${url}/put`, publicUrl: url } });
    bodies.push(init.body);
    return new Response(null);
  };
  const { calls } = new CallAnalysis({ apiKey: "key", baseUrl: "https://service.test/v1", fetch });
  return { calls, bodies };
}

test("the build for pages uploads what is in memory, and says that it has no files", async () => {
  const { calls, bodies } = await callsOfPage();
  const { sizeBytes } = await calls.upload(new Uint8Array(9), { filename: "a.wav" });
  expect([sizeBytes, bodies]).toEqual([9, [expect.any(Blob)]]);
  await expect(calls.upload({ path: "a.wav" })).rejects.toThrow(
    "this runtime has no file system. Pass a Blob or a File.",
  );
});

const streamOf = (text: string) => new Blob([text]).stream();
const failing = () =>
  new ReadableStream({ start: (controller) => controller.error(new Error("GET https://host/a?signature=5ecre7")) });

test.each<[what: string, source: () => object, words: string]>([
  ["another size than announced", () => ({ stream: streamOf("RIF"), sizeBytes: 4 }), "got 4, read 3"],
  ["no size", () => ({ stream: streamOf("RIFF") }), "file.sizeBytes: expected"],
  ["a failure", () => ({ open: failing, sizeBytes: 4 }), "file: reading the stream failed."],
  ["a result of open() that is none", () => ({ open: () => "RIFF", sizeBytes: 4 }), "file: reading the stream failed."],
  ["an unknown name", () => ({ stream: streamOf("RIFF"), sizeByte: 4 }), "Did you mean sizeBytes?"],
])("the build for pages puts nothing of a stream with %s", async (_what, source, words) => {
  const { calls, bodies } = await callsOfPage();
  const error = await failureOf(calls.upload(source() as RecordingSource, { filename: "a.wav" }));
  expect(String(error)).toContain(words);
  expect(textsOf(error).filter((text) => text.includes("5ecre7"))).toEqual([]);
  expect(bodies).toEqual([]);
});

test("the build for pages collects a stream before it sends it, and an abort cancels the stream", async () => {
  const { calls, bodies } = await callsOfPage();
  for (const source of [
    { stream: streamOf("RIFF"), sizeBytes: 4 },
    { open: async () => streamOf("RIFF"), sizeBytes: 4 },
  ])
    await calls.upload(source, { filename: "a.wav" });
  expect(await Promise.all(bodies.map((body) => (body as Blob).text()))).toEqual(["RIFF", "RIFF"]);
  const leaving = new AbortController();
  await new Promise<void>((cancelled) => {
    const pull = () => {
      leaving.abort();
      return new Promise<void>(() => {});
    };
    const stream = new ReadableStream<Uint8Array>({ pull, cancel: () => cancelled() }, { highWaterMark: 0 });
    calls.upload({ stream, sizeBytes: 4 }, { filename: "a.wav", signal: leaving.signal }).catch(() => {});
  });
});

test("both builds write ids into addresses alike", async () => {
  const ids = ["a/b c", "50%", "?#&=+", "(x)!*'~", "\u00fc\u{1f4de}", "{id}", "$&"];
  const urlsBy = async (file: string) => {
    const { CallAnalysis } = (await import(`${dist}${file}`)) as typeof import("@call-analysis/sdk");
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return Response.json({ success: true });
    };
    const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "https://service.test/v1", fetch });
    for (const id of ids) await sdk.agents.delete(id);
    return urls;
  };
  expect(await urlsBy("pages/index.js")).toEqual(await urlsBy("index.js"));
});
