import { fileURLToPath } from "node:url";

/** The path of a file of the benchmarks. */
export function benchPath(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

/** The path of a file of the repository. */
export function rootPath(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}
