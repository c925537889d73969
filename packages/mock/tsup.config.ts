import { copyFile } from "node:fs/promises";
import { defineConfig, type Options } from "tsup";

const adapters = ["msw", "node", "browser", "vitest", "server"];

const entry = {
  index: "src/index.ts",
  ...Object.fromEntries(adapters.map((adapter) => [adapter, `src/adapters/${adapter}.ts`])),
};

const shared: Options = {
  tsconfig: "tsconfig.build.json",
  target: "es2022",
  platform: "neutral",
  external: [/^node:/],
  // Bundled and tree-shaken: zod's package has a hundred modules, which cost an importer three times as much.
  noExternal: ["zod", "@call-analysis/sdk/schemas", "@call-analysis/sdk/openapi.json"],
  clean: true,
};

export default defineConfig([
  {
    ...shared,
    entry,
    format: "esm",
    dts: true,
    onSuccess: () => copyFile("node_modules/zod/LICENSE", "dist/zod.LICENSE"),
  },
  { ...shared, entry: { cli: "src/command/cli.ts" }, format: "esm" },
  { ...shared, entry, format: "cjs", dts: true },
]);
