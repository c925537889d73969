import { defineConfig } from "vitest/config";

export default defineConfig({
  // The packages are tested from their sources, by the paths of tsconfig.json.
  resolve: { tsconfigPaths: true },
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts", "scripts/test/**/*.test.ts"],
    reporters: ["default", "./scripts/closing-line-reporter.ts"],
  },
});
