import { copyFile, readFile, rm } from "node:fs/promises";
import { defineConfig, type Options } from "tsup";

const adapters = ["msw", "node", "browser", "vitest", "server"];

const entry = {
  index: "src/index.ts",
  ...Object.fromEntries(adapters.map((adapter) => [adapter, `src/adapters/${adapter}.ts`])),
};

/**
 * By default each schema of zod can write itself as JSON Schema, by code that no bundler can leave out: 6 kB of a page, compressed.
 * The fake writes none while it runs, so its copy of zod has functions that do nothing in their place.
 */
const withoutJsonSchema: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "without-json-schema",
  setup(build) {
    const writers = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors|json-schema-generator)\.js$/;
    build.onLoad({ filter: writers }, async ({ path }) => {
      const exported = (await readFile(path, "utf8")).matchAll(/^export (?:const|function|class) (\w+)/gm);
      return { contents: Array.from(exported, ([, name]) => `export function ${name}() {}`).join("\n") };
    });
  },
};

const shared: Options = {
  tsconfig: "tsconfig.build.json",
  target: "es2022",
  platform: "neutral",
  external: [/^node:/],
  esbuildPlugins: [withoutJsonSchema],
  // What two entries use is one module that both load, so there is one copy of the fake in each format.
  splitting: true,
  // Bundled and tree-shaken: zod's package has a hundred modules, which cost an importer three times as much (95 ms of CPU time
  // above an empty process, 41 to 55 ms bundled). That of the hashes is ESM only, and Jest requires CommonJS; it also serves
  // pages of plain http and jsdom, which have no `crypto.subtle`.
  noExternal: [
    "zod",
    /^@noble\/hashes/,
    "@call-analysis/sdk/schemas",
    "@call-analysis/sdk/operations",
    "@call-analysis/sdk/openapi.json",
    "@call-analysis/sdk/campaigns.openapi.json",
  ],
};

// Here, before the builds run side by side: with tsup's `clean`, a build that starts late removes the other's types.
await rm("dist", { recursive: true, force: true });

export default defineConfig([
  { ...shared, entry: { ...entry, cli: "src/command/cli.ts" }, format: "esm", onSuccess: () => copyAssets() },
  // With `treeshake`, Rollup writes the CommonJS. Without it, split CommonJS has its syntax lowered.
  { ...shared, entry, format: "cjs", shims: true, treeshake: true },
  // The types of both formats at once: the compiler takes longer than everything else.
  { ...shared, entry, format: ["esm", "cjs"], dts: { only: true } },
]);

/** The licenses of what is bundled, and the schema of seed files. */
async function copyAssets(): Promise<void> {
  await copyFile("src/scenarios/generated/seed-file.schema.json", "dist/seed-file.schema.json");
  await copyFile("node_modules/zod/LICENSE", "dist/zod.LICENSE");
  await copyFile("node_modules/@noble/hashes/LICENSE", "dist/noble-hashes.LICENSE");
}
