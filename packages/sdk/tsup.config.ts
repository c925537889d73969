import { copyFile, rm } from "node:fs/promises";
import { defineConfig, type Options } from "tsup";

const shared: Options = {
  tsconfig: "tsconfig.build.json",
  target: "es2022",
  platform: "neutral",
};

const main = { index: "src/index.ts" };
const others = {
  node: "src/node.ts",
  proxy: "src/proxy.ts",
  schemas: "src/contract/schemas.ts",
  operations: "src/contract/operations.ts",
  "ledger-conformance": "src/ledger-conformance.ts",
};

/** The main entry is one file, which loads faster than several. The other entries take the classes of errors from it. */
const errorsOfMain = (file: string): NonNullable<Options["esbuildPlugins"]>[number] => ({
  name: "errors-of-main",
  setup(build) {
    build.onResolve({ filter: /\/errors\/[a-z-]+-errors?\.js$/ }, () => ({ path: file, external: true }));
  },
});

// Here, before the builds run side by side: with tsup's `clean`, a build that starts late removes the other's types.
await rm("dist", { recursive: true, force: true });

export default defineConfig([
  { ...shared, entry: main, format: "esm", splitting: false, onSuccess: copyAssets },
  { ...shared, entry: others, format: "esm", splitting: true, esbuildPlugins: [errorsOfMain("./index.js")] },
  // Development dependencies are bundled: so is openapi-fetch, in both formats. Its CommonJS file hides its default export from
  // files that were compiled from ES modules, so plain Jest failed with "default is not a function". As a separate package it
  // also made an import cost 1.18 times an empty Node 20 process, and 1.12 bundled.
  { ...shared, entry: main, format: "cjs", splitting: false },
  // With `treeshake`, Rollup writes the CommonJS. Without it, split CommonJS has its syntax lowered.
  {
    ...shared,
    entry: others,
    format: "cjs",
    splitting: true,
    treeshake: true,
    esbuildPlugins: [errorsOfMain("./index.cjs")],
  },
  // The types of both formats at once: the compiler takes longer than everything else.
  // Pages and older targets have no types of `Symbol.asyncDispose` by themselves.
  {
    ...shared,
    entry: { ...main, ...others },
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
