import { readFileSync } from "node:fs";
import { join } from "node:path";

const packages = join(import.meta.dirname, "../../packages");

/** A package that is published to npm. */
export interface PublicPackage {
  /** The folder's name in `packages/`. */
  folder: string;
  path: string;
  manifest: Manifest;
}

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  /** The paths of commands, by their names. */
  bin?: Record<string, string>;
  exports?: Record<string, string | { import?: { types?: string } }>;
}

/** The packages that are published, in this order: what another one needs comes first. */
export function publicPackages(): PublicPackage[] {
  return ["sdk", "mock", "cli"].map((folder) => {
    const path = join(packages, folder);
    return { folder, path, manifest: JSON.parse(readFileSync(join(path, "package.json"), "utf8")) };
  });
}
