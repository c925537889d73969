import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/msw.ts", "src/server.ts", "src/cli.ts"],
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  external: [/^node:/],
  // Bundled and tree-shaken: faker's root costs an importer ten times as much, and its package is ESM only.
  noExternal: ["@faker-js/faker"],
  dts: true,
  clean: true,
});
