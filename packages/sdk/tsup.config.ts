import { copyFile, rm } from "node:fs/promises";
import { defineConfig, type Options } from "tsup";

const shared: Options = {
  entry: {
    index: "src/index.ts",
    node: "src/node.ts",
    proxy: "src/proxy.ts",
    otel: "src/otel.ts",
    schemas: "src/contract/schemas.ts",
    operations: "src/contract/operations.ts",
    "ledger-conformance": "src/ledger-conformance.ts",
  },
  tsconfig: "tsconfig.build.json",
  target: "es2022",
  platform: "neutral",
  // What two entries use is one module that both load, so there is one copy of the error classes.
  splitting: true,
};

// Here, before the builds run side by side: with tsup's `clean`, a build that starts late removes the other's types.
await rm("dist", { recursive: true, force: true });

export default defineConfig([
  { ...shared, format: "esm", onSuccess: copyAssets },
  // Development dependencies are bundled: so is openapi-fetch, in both formats.
  // With `treeshake`, Rollup writes the CommonJS. Without it, split CommonJS has its syntax lowered.
  { ...shared, format: "cjs", treeshake: true },
  // The types of both formats at once: the compiler takes longer than everything else.
  // Pages and older targets have no types of `Symbol.asyncDispose` by themselves.
  { ...shared, format: ["esm", "cjs"], dts: { only: true, banner: '/// <reference lib="esnext.disposable" />' } },
]);

async function copyAssets(): Promise<void> {
  for (const document of ["openapi.json", "campaigns.openapi.json"]) {
    await copyFile(`src/contract/generated/${document}`, `dist/${document}`);
  }
  await copyFile("node_modules/openapi-fetch/LICENSE", "dist/openapi-fetch.LICENSE");
}
