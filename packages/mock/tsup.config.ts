import { copyFile } from "node:fs/promises";
import { defineConfig, type Options } from "tsup";

const doors = ["index", "msw", "node", "browser", "vitest", "server"].map((door) => `src/${door}.ts`);

const shared: Options = {
  tsconfig: "tsconfig.build.json",
  target: "es2022",
  platform: "neutral",
  external: [/^node:/],
  // Bundled and tree-shaken: zod's package has a hundred modules, which cost an importer three times as much.
  noExternal: ["zod", "@call-analysis/sdk/schemas"],
  clean: true,
};

export default defineConfig([
  {
    ...shared,
    entry: doors,
    format: "esm",
    dts: true,
    onSuccess: () => copyFile("node_modules/zod/LICENSE", "dist/zod.LICENSE"),
  },
  { ...shared, entry: ["src/cli.ts"], format: "esm" },
  { ...shared, entry: doors, format: "cjs", dts: true },
]);
