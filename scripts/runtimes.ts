/** The runtimes that the packages are tried on, and what is installed beside them. */
import { join } from "node:path";

/** A runtime that npm installs, and that starts processes. */
export interface ProcessRuntime {
  name: string;
  version: string;
  /** As npm installs it. */
  package: string;
  /** Below the `node_modules` that it is installed in. */
  command: string;
  parameters: string[];
  /** The name of an undici, of which an agent makes this runtime's `fetch` speak HTTP/2. */
  http2By?: string;
}

/** The package with Node for this machine. The package `node` is a script that installs it, and takes twice as long. */
const platform = process.platform === "win32" ? "win" : process.platform;
const binaryPackage = `${platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node"}-${platform}-${process.arch}`;

/** A version of Node from npm, beside others. */
function nodeRuntime(version: string): ProcessRuntime {
  const major = version.slice(0, 2);
  const alias = `node${major}`;
  const place = { package: `${alias}@npm:${binaryPackage}@${version}`, command: `${alias}/bin/node` };
  // Node 26 speaks HTTP/2 by itself.
  return { name: `Node ${major}`, version, ...place, parameters: [], ...(major !== "26" && { http2By: "undici7" }) };
}

/**
 * The oldest one that `engines` allows; one whose SQLite several processes may use, which the command does; of 24 one of
 * those that turned a 401 to a stream into a network error.
 */
export const nodes = ["20.19.0", "22.23.3", "24.14.0", "26.10.0"].map(nodeRuntime);

export const bun: ProcessRuntime = {
  name: "Bun",
  version: "1.4.5",
  package: "bun@1.4.5",
  command: ".bin/bun",
  parameters: ["--experimental-http2-fetch", "run"],
};

export const deno: ProcessRuntime = {
  name: "Deno",
  version: "2.9.6",
  package: "deno@2.9.6",
  command: ".bin/deno",
  parameters: ["run", "--allow-all", "--unsafely-ignore-certificate-errors"],
};

export const runtimes = [...nodes, bun, deno];

/** Also workerd, agents of undici, and msw, the oldest that the fake takes among them. */
export const runtimePackages = [
  ...runtimes.map((runtime) => runtime.package),
  "miniflare@4.20260426.0",
  "undici7@npm:undici@7.30.2",
  "undici8@npm:undici@8.12.4",
  "msw2@npm:msw@2.10.0",
  "msw3@npm:msw@3.0.5",
];

/** Whether a runtime is one of Node's versions, from a major version on. */
export function isNode({ name, version }: ProcessRuntime, from = 0): boolean {
  return name.startsWith("Node") && Number(version.split(".")[0]) >= from;
}

/** The path of a runtime's command. */
export function commandOf({ command }: ProcessRuntime, runtimesFolder: string): string {
  return join(runtimesFolder, "node_modules", command);
}
