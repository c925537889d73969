/** Loads a module from its sources: they import each other by names of built files, which Node does not find. */
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");

/** What a module exports. Nothing needs to be built before. @param path from the root of the repository */
export function importBundled<Exports>(path: string): Promise<Exports> {
  return importSource(`export * from ${JSON.stringify(join(root, path))};`);
}

/** What a source text exports: it names modules by their paths. */
export async function importSource<Exports>(contents: string, folder = "."): Promise<Exports> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(root, folder), loader: "ts" },
    tsconfig: join(root, "tsconfig.json"),
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
  });
  const source = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  return import(`data:text/javascript;base64,${source}`);
}
