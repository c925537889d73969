/**
 * A project outside the repository, for tests that start commands and scripts, or take a second copy of a package by
 * `require`. In it are the packages that answer the tests' imports: of the project "packed" those that are installed, and
 * otherwise those that are built here.
 */
import { realpathSync } from "node:fs";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inject } from "vitest";
import { publicPackages } from "../../../../../scripts/release/public-packages.ts";
import { root } from "../../../../../scripts/test/consumer-projects.ts";
import "../../../../../scripts/test/packed-packages-setup.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether this is the project "packed". */
    isPacked?: boolean;
  }
}

const installed = inject("isPacked") && inject("installedProject");

/** The folder of the project. It is removed at the end of the run. */
export const folder = await mkdtemp(join(inject("packedPackages"), "tools/project-"));
await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
if (installed) await symlink(join(installed, "node_modules"), join(folder, "node_modules"), "junction");
else await linkPackages(join(folder, "node_modules"));

/** The folder that a package's code is in, which the stack of its errors names. */
export function codeOf(name: "sdk" | "mock"): string {
  if (!installed) return join(root, "packages", name, "src");
  return realpathSync(join(installed, "node_modules/@call-analysis", name));
}

/** What `require` gives: another copy than what `import` gives. */
export const requireInProject: NodeJS.Require = createRequire(join(folder, "package.json"));

async function linkPackages(modules: string): Promise<void> {
  for (const inner of ["@call-analysis", ".bin"]) await mkdir(join(modules, inner), { recursive: true });
  await symlink(join(root, "node_modules/vitest"), join(modules, "vitest"), "junction");
  for (const { path, manifest } of publicPackages()) {
    await symlink(path, join(modules, manifest.name), "junction");
    for (const [name, file] of Object.entries(manifest.bin ?? {})) {
      await symlink(join(path, file), join(modules, ".bin", name));
    }
  }
}
