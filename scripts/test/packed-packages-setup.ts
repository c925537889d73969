import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { runtimePackages } from "../runtimes.ts";
import { installConsumer, installTools, oldestTools, packPackages } from "./consumer-projects.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of this run. With `LONG_TESTS` it has the packed packages, and what is installed beside them. */
    packedPackages: string;
    /** The project whose `node_modules` answer the imports of the public tests, in the project "packed" alone. */
    installedProject: string;
  }
}

/**
 * Beside our own packages. Of tools that have several supported versions, the oldest: the newest msw and vitest, and Jest, are
 * those of the repository.
 */
const tools = [
  ...oldestTools,
  "jsdom@27.4.0",
  "happy-dom@21.0.4",
  ...runtimePackages,
  "zod@4.6.7",
  "hono@4.13.19",
  "@hono/node-server@2.1.8",
  "@types/node@24",
];

/** Makes the folder of this run, packs and installs the packages in it for tests that ask for them, and removes it after the run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { ACCEPTANCE_PROJECT: givenProject, LONG_TESTS: areLongTestsRun } = process.env;
  const folder = await mkdtemp(join(tmpdir(), "call-analysis-packed-"));
  const project = join(folder, "tools/project");
  await mkdir(join(folder, "tools"));
  provide("packedPackages", folder);
  provide("installedProject", givenProject ? resolve(givenProject) : project);
  if (areLongTestsRun) {
    const tarballs = await packPackages(join(folder, "tarballs"));
    await Promise.all([installTools(join(folder, "tools"), tools), installConsumer(project, tarballs)]);
  }
  return () => rm(folder, { recursive: true, force: true });
}
