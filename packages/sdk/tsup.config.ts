import { copyFile } from "node:fs/promises";
import { defineConfig } from "tsup";

export default defineConfig({
  entry: { index: "src/index.ts", schemas: "src/contract/schemas.ts" },
  format: ["esm", "cjs"],
  target: "es2022",
  platform: "neutral",
  dts: true,
  clean: true,
  onSuccess: () => copyFile("src/contract/generated/openapi.json", "dist/openapi.json"),
});
