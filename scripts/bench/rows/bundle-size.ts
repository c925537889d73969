import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { atMost, type Benchmark } from "../harness/benchmark.ts";
import { benchPath } from "../harness/paths.ts";
import { hasPeer } from "../harness/peers.ts";
import { entriesOf, exactly } from "../harness/samples.ts";

const reference = "openapi-fetch";

const client = "@call-analysis/sdk";
const withBatches = "@call-analysis/sdk with ./batch";

/** What an application writes to have it. */
const sources = {
  [client]: `export { CallAnalysis } from "@call-analysis/sdk";`,
  [withBatches]: `export { CallAnalysis } from "@call-analysis/sdk"; export { analyzeFiles } from "@call-analysis/sdk/batch";`,
  [reference]: `export { default } from "openapi-fetch";`,
};

export const bundleSize: Benchmark = {
  name: "bundle-size",
  title: "Browser bundle of the whole client",
  method: "esbuild, minified, ES modules for browsers, then gzip; in units of openapi-fetch.",
  async run() {
    const sizes = new Map<string, number[]>();
    for (const [name, source] of Object.entries(sources)) {
      if (name !== reference || hasPeer(name)) sizes.set(name, [await gzipKilobytes(source)]);
    }
    const measured = (name: string) => exactly(sizes.get(name)?.[0] ?? Number.NaN);
    return {
      entries: entriesOf(sizes, { unit: "kB", reference }),
      targets: [
        atMost(18, "kB", { what: "the client", measured: measured(client) }),
        atMost(21, "kB", { what: "the client and batches", measured: measured(withBatches) }),
      ],
    };
  },
};

async function gzipKilobytes(contents: string): Promise<number> {
  const result = await build({
    stdin: { contents, resolveDir: benchPath("") },
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
