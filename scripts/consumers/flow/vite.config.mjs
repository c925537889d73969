import { defineConfig } from "vite";

// `--mode node` or `--mode browser`
export default defineConfig(({ mode }) => ({
  logLevel: "warn",
  ssr: { noExternal: true },
  build: {
    outDir: `dist/${mode}`,
    ssr: mode === "node",
    // The polyfill is for the preloading of chunks in pages, and fails in workers.
    modulePreload: { polyfill: false },
    rollupOptions: { input: "bundled.mjs", output: { entryFileNames: "bundle.mjs" } },
  },
}));
