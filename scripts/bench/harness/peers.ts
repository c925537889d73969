/** The packages beside which ours are measured. They are installed for the benchmarks alone. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { benchPath } from "./paths.ts";

interface Manifest {
  version: string;
  optionalDependencies: Record<string, string>;
}

/** Installs what is missing. A registry may lack a peer: the results then say so. */
export function installPeers(): void {
  if (missingPeers().length === 0) return;
  const options = ["--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  spawnSync("npm", ["install", ...options], { cwd: benchPath(""), stdio: "inherit" });
}

/** The peers that could not be installed. */
export function missingPeers(): string[] {
  return peerNames().filter((name) => !hasPeer(name));
}

export function hasPeer(name: string): boolean {
  return existsSync(manifestPath(name));
}

/** Such as `openapi-fetch 0.17.0`, for each peer that is there. */
export function peerVersions(): string[] {
  return peerNames()
    .filter(hasPeer)
    .map((name) => `${name} ${readManifest(manifestPath(name)).version}`);
}

/** Loads a peer; its types are not installed with the repository, so each caller names the part that it uses. */
export async function importPeer<T>(specifier: string): Promise<T> {
  return (await import(specifier)) as T;
}

/** The path of a file of a peer. */
export function peerPath(path: string): string {
  return benchPath(`node_modules/${path}`);
}

function peerNames(): string[] {
  return Object.keys(readManifest(benchPath("package.json")).optionalDependencies);
}

function manifestPath(name: string): string {
  return peerPath(`${name}/package.json`);
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, "utf8")) as Manifest;
}
