import { defineConfig, type Options } from "tsup";

const doors = ["src/index.ts", "src/msw.ts", "src/server.ts"];

const shared: Options = {
  tsconfig: "tsconfig.build.json",
  target: "es2022",
  platform: "neutral",
  external: [/^node:/],
  // Bundled and tree-shaken: faker's root costs an importer ten times as much, and its package is ESM only.
  noExternal: ["@faker-js/faker"],
  clean: true,
};

export default defineConfig([
  { ...shared, entry: doors, format: "esm", dts: true },
  { ...shared, entry: ["src/cli.ts"], format: "esm" },
  { ...shared, entry: doors, format: "cjs", dts: true },
]);
