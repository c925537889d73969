import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The files of the fake in the page have their own names: a console that the fake serves is shipped without them. */
const fakeModule = /[\\/]packages[\\/]mock[\\/]/;

export default defineConfig({
  // Relative, so that one build fits every address: `/__mock__/`, also below a path, and any folder of a static host.
  base: "./",
  plugins: [react(), tailwind()],
  // The server puts its own nonce in its place, for each response.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2023",
    sourcemap: false,
    // An inlined asset is a `data:` address, which the content security policy does not allow for scripts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ moduleIds }) =>
          `assets/${moduleIds.some((id) => fakeModule.test(id)) ? "fake-" : ""}[name]-[hash].js`,
      },
    },
  },
});
