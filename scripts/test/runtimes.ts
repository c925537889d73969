/** The runtimes that the packed client runs on, as npm installs them. */
import { join } from "node:path";
import { run } from "./consumer-projects.ts";

export interface Runtime {
  name: string;
  version: string;
  /** As npm installs it. */
  package: string;
  /** Below the consumer's node_modules. */
  command: string;
  parameters: string[];
  /** The name of an undici, of which an agent makes this runtime's `fetch` speak HTTP/2. */
  http2By?: string;
}

/** The oldest one that `engines` allows, and of 24 one of those that turned a 401 to a stream into a network error. */
const nodeVersions = ["20.19.0", "22.23.3", "24.14.0", "26.10.0"];

const bunAndDeno: Runtime[] = [
  {
    name: "Bun",
    version: "1.4.5",
    package: "bun@1.4.5",
    command: ".bin/bun",
    parameters: ["--experimental-http2-fetch", "run"],
  },
  {
    name: "Deno",
    version: "2.9.6",
    package: "deno@2.9.6",
    command: ".bin/deno",
    parameters: ["run", "--allow-all", "--unsafely-ignore-certificate-errors"],
  },
];

const nodes = nodeVersions.map((version): Runtime => {
  const major = Number(version.slice(0, 2));
  const alias = `node${major}`;
  const place = { package: `${alias}@npm:node@${version}`, command: `${alias}/bin/node` };
  // Node 26 speaks HTTP/2 by itself.
  return { name: `Node ${major}`, version, ...place, parameters: [], ...(major < 26 && { http2By: "undici7" }) };
});

/** Node's versions take long to install: `.ci/run` sets `LONG_TESTS`. */
export const runtimes = process.env.LONG_TESTS ? [...nodes, ...bunAndDeno] : bunAndDeno;

/** What Node's `fetch` is tried with: agents of undici, and msw, the oldest that the fake takes among them. */
export const libraries = [
  "undici7@npm:undici@7.30.2",
  "undici8@npm:undici@8.12.4",
  "msw2@npm:msw@2.10.0",
  "msw3@npm:msw@3.0.5",
];

/** Whether a runtime is one of Node's versions, from a major version on. */
export function isNode({ name, version }: Runtime, from = 0): boolean {
  return name.startsWith("Node") && Number(version.split(".")[0]) >= from;
}

/** Runs a program of a consumer's project on a runtime, and returns what it printed. */
export function runOn(
  { command, parameters }: Runtime,
  { project, env }: { project: string; env?: NodeJS.ProcessEnv },
  ...programAndParameters: string[]
): Promise<string> {
  return run(join(project, "node_modules", command), [...parameters, ...programAndParameters], project, env);
}
