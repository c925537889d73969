import { join } from "node:path";

const bundle = (name, target) => ({
  name,
  mode: "production",
  target,
  entry: "./bundled.mjs",
  experiments: { outputModule: true },
  output: { path: join(import.meta.dirname, "dist", name), filename: "bundle.mjs", module: true, publicPath: "auto" },
});

export default [bundle("node", "node20"), bundle("browser", ["web", "es2022"])];
