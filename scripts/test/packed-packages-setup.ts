import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder for the packed packages of this run: empty until a test asks for them. */
    packedPackages: string;
  }
}

/** Makes the folder that the packages of this run are packed and installed in, and removes it after the run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "call-analysis-packed-"));
  provide("packedPackages", folder);
  return () => rm(folder, { recursive: true, force: true });
}
