/**
 * The packages as npm would deliver them: packed once in a run of the tests, and installed once, whichever test files
 * need them. `packed-packages-setup.ts` makes the folder of the run, and removes it.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { inject } from "vitest";
import {
  copyConsumers,
  installConsumer,
  installTools,
  oldestTools,
  packPackages,
  tarballsIn,
} from "./consumer-projects.ts";
import "./packed-packages-setup.ts";
import { runtimePackages } from "../runtimes.ts";

/** The packed packages: a folder, and the tarballs in it. */
export interface PackedPackages {
  folder: string;
  tarballs: string[];
}

/**
 * Beside our own packages. Of tools that have several supported versions, the oldest: the newest msw and vitest, and Jest, are
 * those of the repository.
 */
const tools = [
  ...oldestTools,
  "typescript7@npm:typescript@7.0.2",
  "jsdom@27.4.0",
  "happy-dom@21.0.4",
  ...runtimePackages,
  "zod@4.6.7",
  "hono@4.13.19",
  "@hono/node-server@2.1.8",
  "@types/node@24",
];

/** The tarballs of the packages that are published, made of what is built. The first test that asks has to wait. */
export async function packedPackages(): Promise<PackedPackages> {
  const folder = join(inject("packedPackages"), "tarballs");
  await once(folder, async () => void (await packPackages(folder)));
  return { folder, tarballs: await tarballsIn(folder) };
}

/**
 * A project outside the repository that has the packed packages installed by npm. In a folder above it, where modules are
 * looked for too, are the tools of the tests.
 */
export async function installedPackages(): Promise<string> {
  const { tarballs } = await packedPackages();
  const folder = toolsFolder();
  const project = join(folder, "project");
  await once(folder, async () => {
    await Promise.all([installTools(folder, tools), installConsumer([], project, tarballs)]);
  });
  return project;
}

/**
 * A project of a test's own, with copies of folders of `scripts/consumers` and with the packages that are installed. It
 * may write whatever it likes, except below `node_modules`, which the projects share. It is removed after the run.
 */
export async function consumerProject(consumers: string | readonly string[]): Promise<string> {
  const installed = await installedPackages();
  const folder = await mkdtemp(join(installed, "consumer-"));
  await copyConsumers(consumers, folder);
  await symlink(join(installed, "node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

/** The folder that the tools are installed in beside the packed packages: runtimes too. */
export function toolsFolder(): string {
  return join(inject("packedPackages"), "tools");
}

/** The path of a file of a tool, such as `vitest/vitest.mjs`. */
export function toolPath(path: string): string {
  return join(toolsFolder(), "node_modules", path);
}

/** Makes a folder in one of the processes that ask for it; the others wait. A process that ends gives its turn away. */
async function once(folder: string, make: () => Promise<void>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const isMade = join(folder, ".made");
  const turn = new DatabaseSync(`${folder}.turn`);
  try {
    while (!existsSync(isMade) && !takes(turn)) await delay(100);
    if (existsSync(isMade)) return;
    await make();
    await writeFile(isMade, "");
  } finally {
    turn.close();
  }
}

/** SQLite's lock is that of the operating system, which no process keeps beyond its end. */
function takes(turn: DatabaseSync): boolean {
  try {
    turn.exec("begin exclusive");
    return true;
  } catch {
    return false;
  }
}
