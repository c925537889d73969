import { copyFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { defineConfig, type Options } from "tsup";

const shared: Options = {
  tsconfig: "tsconfig.build.json",
  target: "es2022",
  platform: "neutral",
};

const main = { index: "src/index.ts" };
const batch = { batch: "src/batch.ts" };
const others = {
  node: "src/node.ts",
  proxy: "src/proxy.ts",
  otel: "src/otel.ts",
  schemas: "src/contract/schemas.ts",
  operations: "src/contract/operations.ts",
  "journal-conformance": "src/journal-conformance.ts",
};

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/**
 * The other entries take the classes of errors from the main one, so that the errors of all are the same. By the package's
 * name, so that a bundler for pages takes the main entry for pages.
 */
const errorsOfMain: Plugin = {
  name: "errors-of-main",
  setup(build) {
    build.onResolve({ filter: /\/errors\.js$/ }, () => ({ path: "@call-analysis/sdk", external: true }));
  },
};

/** What bundlers take that know the condition "browser": without what only servers need. */
const forPages: Plugin = {
  name: "for-pages",
  setup(build) {
    for (const [name, forPages] of [
      ["for-servers", "for-pages"],
      ["environment", "no-environment"],
    ]) {
      const path = resolve(`src/${forPages}.ts`);
      build.onResolve({ filter: new RegExp(`/${name}\\.js$`) }, () => ({ path }));
    }
  },
};

// Here, before the builds run side by side: with tsup's `clean`, a build that starts late removes the other's types.
await rm("dist", { recursive: true, force: true });

export default defineConfig([
  // One file for what the two share: a page with batches has it once, and few files load faster than many.
  { ...shared, entry: { ...main, ...batch }, format: "esm", splitting: true, onSuccess: copyAssets },
  {
    ...shared,
    entry: { ...main, ...batch },
    format: "esm",
    splitting: true,
    outDir: "dist/pages",
    esbuildPlugins: [forPages],
  },
  { ...shared, entry: others, format: "esm", splitting: true, esbuildPlugins: [errorsOfMain] },
  // Development dependencies are bundled: so is openapi-fetch, in both formats.
  { ...shared, entry: main, format: "cjs", splitting: false },
  // With `treeshake`, Rollup writes the CommonJS. Without it, split CommonJS has its syntax lowered.
  {
    ...shared,
    entry: { ...batch, ...others },
    format: "cjs",
    splitting: true,
    treeshake: true,
    esbuildPlugins: [errorsOfMain],
  },
  // The types of both formats at once: the compiler takes longer than everything else.
  // Pages and older targets have no types of `Symbol.asyncDispose` by themselves.
  {
    ...shared,
    entry: { ...main, ...batch, ...others },
    format: ["esm", "cjs"],
    dts: { only: true, banner: '/// <reference lib="esnext.disposable" />' },
  },
]);

async function copyAssets(): Promise<void> {
  for (const document of ["openapi.json", "campaigns.openapi.json"]) {
    await copyFile(`src/contract/generated/${document}`, `dist/${document}`);
  }
  await copyFile("node_modules/openapi-fetch/LICENSE", "dist/openapi-fetch.LICENSE");
}
