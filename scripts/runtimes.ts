/** The runtimes that the packages are tried on. */
import { join } from "node:path";
import { run } from "./test/consumer-projects.ts";

/** A runtime that npm installs, and that starts processes. */
export interface ProcessRuntime {
  name: "Node 20" | "Node 22" | "Node 24" | "Node 26" | "Bun" | "Deno";
  version: string;
  /** As npm installs it. */
  package: string;
  /** Below the `node_modules` that it is installed in. */
  command: string;
  parameters: string[];
}

/** The package with Node for this machine. The package `node` is a script that installs it, and takes twice as long. */
const platform = process.platform === "win32" ? "win" : process.platform;
const binaryPackage = `${platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node"}-${platform}-${process.arch}`;

/** A version of Node from npm, beside others. */
function nodeRuntime(version: string): ProcessRuntime {
  const major = version.slice(0, 2);
  const alias = `node${major}`;
  // The union of names lists the majors that are used.
  const name = `Node ${major}` as ProcessRuntime["name"];
  const place = { package: `${alias}@npm:${binaryPackage}@${version}`, command: `${alias}/bin/node` };
  return { name, version, ...place, parameters: [] };
}

/** The oldest one that `engines` allows. */
const oldestNode = nodeRuntime("20.19.0");

/** One whose SQLite several processes may use, which the command does. */
const oldestNodeOfCommand = nodeRuntime("22.23.3");

/** Of 24 one of those that turned a 401 to a stream into a network error. */
export const nodes = [oldestNode, oldestNodeOfCommand, ...["24.14.0", "26.10.0"].map(nodeRuntime)];

export const bun: ProcessRuntime = {
  name: "Bun",
  version: "1.4.5",
  package: "bun@1.4.5",
  command: ".bin/bun",
  parameters: ["run"],
};

export const deno: ProcessRuntime = {
  name: "Deno",
  version: "2.9.6",
  package: "deno@2.9.6",
  command: ".bin/deno",
  parameters: ["run", "--allow-all"],
};

/** workerd has the version that its package has, and miniflare starts it. */
export const workerd = {
  name: "workerd",
  version: "1.20260426.1",
  package: "miniflare@4.20260426.0",
} as const;

const runtimes = [...nodes, bun, deno, workerd];
export type Runtime = (typeof runtimes)[number];

/** The runtimes of these names, or all. @throws {RangeError} that lists the names */
export function chooseRuntimes(names: string[]): Runtime[] {
  const known = runtimes.map(({ name }) => name as string);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`There is no runtime "${unknown}": ${known.join(", ")}.`);
  return runtimes.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** Where a program is run. */
export interface RunOnOptions {
  project: string;
  /** The folder that the runtime is installed in. */
  runtimesFolder: string;
  /** Added to the environment. @default none */
  env?: NodeJS.ProcessEnv | undefined;
}

/** Runs a program of a consumer's project on a runtime, and returns what it printed. */
export function runOn(
  runtime: ProcessRuntime,
  { project, runtimesFolder, env }: RunOnOptions,
  ...programAndParameters: string[]
): Promise<string> {
  return run(commandOf(runtime, runtimesFolder), [...runtime.parameters, ...programAndParameters], project, env);
}

/** The path of a runtime's command. */
export function commandOf({ command }: ProcessRuntime, runtimesFolder: string): string {
  return join(runtimesFolder, "node_modules", command);
}
