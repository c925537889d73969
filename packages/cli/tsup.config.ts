import { defineConfig } from "tsup";

export default defineConfig({
  entry: { cli: "src/cli.ts" },
  tsconfig: "tsconfig.build.json",
  format: "esm",
  target: "es2022",
  platform: "node",
  clean: true,
  // A command loads only its own file.
  splitting: true,
});
