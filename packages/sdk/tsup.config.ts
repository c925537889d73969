import { copyFile } from "node:fs/promises";
import { defineConfig, type Options } from "tsup";

const shared: Options = {
  entry: { index: "src/index.ts", node: "src/node.ts", schemas: "src/contract/schemas.ts" },
  tsconfig: "tsconfig.build.json",
  target: "es2022",
  platform: "neutral",
  dts: true,
  clean: true,
};

export default defineConfig([
  { ...shared, format: "esm", onSuccess: () => copyFile("src/contract/generated/openapi.json", "dist/openapi.json") },
  // openapi-fetch's CommonJS file hides its default export from an ES module's point of view: bundle it there.
  { ...shared, format: "cjs", noExternal: ["openapi-fetch"] },
]);
