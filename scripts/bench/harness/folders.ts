import { fileURLToPath } from "node:url";

/** The folder of the benchmarks, where the peers are installed. */
export const benchFolder = fileURLToPath(new URL("..", import.meta.url));

/** The repository. */
export const rootFolder = fileURLToPath(new URL("../../..", import.meta.url));

/** The path of a file of the benchmarks. */
export function benchPath(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

/** The path of a file of the repository. */
export function rootPath(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}
