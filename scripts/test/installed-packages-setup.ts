import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { installConsumer, oldestTools, packPackages } from "./consumer-projects.ts";

/** Packs the packages, installs them for the public tests of a run by npm, and removes them after it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { installedProject: folder = "" } = project.getProvidedContext();
  const tarballs = await packPackages(join(folder, "tarballs"));
  // Of tools that have several supported versions, the oldest.
  const tools = [...oldestTools, "zod@4.6.7"];
  await installConsumer(folder, [...tarballs, ...tools]);
  return () => rm(folder, { recursive: true, force: true });
}
