import { readdirSync, readFileSync } from "node:fs";
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
  const order = ["sdk", "mock", "cli"];
  return readdirSync(packages)
    .map((folder) => ({ folder, path: join(packages, folder), manifest: readManifest(join(packages, folder)) }))
    .filter(({ manifest }) => manifest.private !== true)
    .sort((a, b) => rank(order, a.folder) - rank(order, b.folder));
}

const rank = (order: string[], folder: string) => (order.includes(folder) ? order.indexOf(folder) : order.length);

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;
}
