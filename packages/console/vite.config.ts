import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Large files compress better than many small ones: what all pages share is in one, and pages that have forms in another. */
const groups = [
  {
    name: "shared",
    priority: 2,
    test: /console[\\/]src[\\/](?:ui[\\/](?!raw-value|text-field)|data[\\/](?!history)|layout[\\/]|submissions[\\/]|connection[\\/](?!live|in-page))|node_modules[\\/].*(?:@tanstack|@base-ui|lucide|react-dom|[\\/]react[\\/])/,
  },
  {
    name: "pages",
    priority: 1,
    test: /console[\\/]src[\\/]pages[\\/](?:agents|campaigns|categories|compare|settings)[\\/].*\.tsx$/,
  },
];

export default defineConfig({
  // Relative, so that one build fits every address: `/__mock__/`, a sandbox's, and any folder of a static host.
  base: "./",
  plugins: [react(), tailwind()],
  // The server puts a nonce of its own in its place, for each response.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2023",
    sourcemap: false,
    // An inlined asset is a `data:` address, which the content security policy does not allow for scripts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
