import { nodeResolve } from "@rollup/plugin-node-resolve";

const bundle = (name, options) => ({
  input: "bundled.mjs",
  output: { dir: `dist/${name}`, format: "es", entryFileNames: "bundle.mjs" },
  ...options,
});

export default [
  bundle("node", { plugins: [nodeResolve({ exportConditions: ["node"] })], external: /^node:/ }),
  bundle("browser", { plugins: [nodeResolve({ browser: true })] }),
];
