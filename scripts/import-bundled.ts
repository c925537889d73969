/** Loads a module from its sources: they import each other by names of built files, which Node does not find. */
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");

/** What a module exports. Nothing needs to be built before. @param path from the root of the repository */
export async function importBundled<Exports>(path: string): Promise<Exports> {
  const { outputFiles } = await build({
    entryPoints: [join(root, path)],
    tsconfig: join(root, "tsconfig.json"),
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
  });
  const source = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  return import(`data:text/javascript;base64,${source}`);
}
