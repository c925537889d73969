import { copyFile } from "node:fs/promises";
import { defineConfig, type Options } from "tsup";

const shared: Options = {
  entry: {
    index: "src/index.ts",
    node: "src/node.ts",
    proxy: "src/proxy.ts",
    schemas: "src/contract/schemas.ts",
    "ledger-conformance": "src/ledger-conformance.ts",
  },
  tsconfig: "tsconfig.build.json",
  target: "es2022",
  platform: "neutral",
  dts: true,
  clean: true,
  // What two entries use is one module that both load, so there is one copy of the error classes.
  splitting: true,
};

export default defineConfig([
  { ...shared, format: "esm", onSuccess: copyAssets },
  // Development dependencies are bundled: so is openapi-fetch, in both formats.
  // With `treeshake`, Rollup writes the CommonJS. Without it, split CommonJS has its syntax lowered.
  { ...shared, format: "cjs", treeshake: true },
]);

async function copyAssets(): Promise<void> {
  await copyFile("src/contract/generated/openapi.json", "dist/openapi.json");
  await copyFile("node_modules/openapi-fetch/LICENSE", "dist/openapi-fetch.LICENSE");
}
