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
  esbuildOptions(options) {
    // `check` imports the client's documents, and every version of Node that the command runs on knows how.
    options.supported = { "import-attributes": true };
  },
});
