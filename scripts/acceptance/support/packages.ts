/** The installed packages, by their public names. Types are those of the sources, which the build turns into the packages' own. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { acceptanceProject } from "./project.ts";

interface Loader {
  load(name: string): Promise<unknown>;
  require(name: string): unknown;
  resolve(name: string): string;
}

interface Entries {
  "@call-analysis/sdk": typeof import("@call-analysis/sdk");
  "@call-analysis/sdk/node": typeof import("@call-analysis/sdk/node");
  "@call-analysis/sdk/schemas": typeof import("@call-analysis/sdk/schemas");
  "@call-analysis/sdk/proxy": typeof import("@call-analysis/sdk/proxy");
  "@call-analysis/mock": typeof import("@call-analysis/mock");
  "@call-analysis/mock/msw": typeof import("@call-analysis/mock/msw");
  "@call-analysis/mock/node": typeof import("@call-analysis/mock/node");
  "@call-analysis/mock/server": typeof import("@call-analysis/mock/server");
}

/** The project that the packages are installed in. */
export const folder = await acceptanceProject();

// By Node's own `require`: vitest would put the sources in the packages' place.
const loader = createRequire(import.meta.url)(join(folder, "loader.mjs")) as Loader;

/** What `import` gives for an entry of the packages. */
export async function load<Name extends keyof Entries>(name: Name): Promise<Entries[Name]> {
  return (await loader.load(name)) as Entries[Name];
}

/** What `require` gives for it: another copy of the package. */
export function loadByRequire<Name extends keyof Entries>(name: Name): Entries[Name] {
  return loader.require(name) as Entries[Name];
}

/** The address of the file that an entry is. */
export const resolvePackage = (name: string): string => loader.resolve(name);

export const sdkPackage: Entries["@call-analysis/sdk"] = await load("@call-analysis/sdk");
export const mockPackage: Entries["@call-analysis/mock"] = await load("@call-analysis/mock");
