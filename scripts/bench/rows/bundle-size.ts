import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Benchmark, Entry } from "../harness/benchmark.ts";
import { atMost } from "../harness/comparison.ts";
import { benchFolder } from "../harness/folders.ts";
import { hasPeer } from "../harness/peers.ts";
import { exactly } from "../harness/statistics.ts";

/** What an application writes to have the whole client. */
const sources: Readonly<Record<string, string>> = {
  "@call-analysis/sdk": `export { CallAnalysis } from "@call-analysis/sdk";`,
  "openapi-fetch": `export { default } from "openapi-fetch";`,
  ky: `export { default } from "ky";`,
  assemblyai: `export { AssemblyAI } from "assemblyai";`,
  axios: `export { default } from "axios";`,
  stripe: `export { default } from "stripe";`,
  openai: `export { default } from "openai";`,
};

export const bundleSize: Benchmark = {
  name: "bundle-size",
  title: "Browser bundle of the whole client",
  method: "esbuild, minified, ES modules for browsers, then gzip; in units of openapi-fetch.",
  async run() {
    const [ours, ...peers] = Object.keys(sources);
    const names = [ours ?? "", ...peers.filter(hasPeer)];
    const sizes = new Map<string, number>();
    for (const name of names) sizes.set(name, await gzipKilobytes(sources[name] ?? ""));
    const measured = exactly(sizes.get(ours ?? "") ?? Number.NaN);
    return {
      entries: names.map((name) => entryOf(name, sizes)),
      targets: [atMost(22.3, "kB", { what: "the whole client, as much as axios", measured })],
    };
  },
};

async function gzipKilobytes(contents: string): Promise<number> {
  const result = await build({
    stdin: { contents, resolveDir: benchFolder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    // An empty configuration: the repository's own has paths to the sources.
    tsconfigRaw: {},
    logLevel: "error",
  });
  const [file] = result.outputFiles;
  return gzipSync(file?.contents ?? "", { level: 9 }).byteLength / 1_000;
}

function entryOf(name: string, sizes: ReadonlyMap<string, number>): Entry {
  const kilobytes = sizes.get(name) ?? Number.NaN;
  const ratio = exactly(kilobytes / (sizes.get("openapi-fetch") ?? Number.NaN));
  return { name, value: exactly(kilobytes), unit: "kB", ratio };
}
