import { build } from "esbuild";
import { benchPath } from "../harness/folders.ts";

/**
 * Makes plain JavaScript of the client's process, and gives its path: Node's own stripping of types would take
 * a tenth of the memory that is measured.
 */
export async function compileClient(): Promise<string> {
  const outfile = benchPath("node_modules/.upload/client-process.mjs");
  await build({
    entryPoints: [benchPath("upload/client-process.ts")],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
  });
  return outfile;
}
