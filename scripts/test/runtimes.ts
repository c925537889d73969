/** The runtimes that connections are measured on, and what is installed beside them. */
import { bun, deno, nodes, type ProcessRuntime, workerd } from "../runtimes.ts";

export interface Runtime extends ProcessRuntime {
  /** The name of an undici, of which an agent makes this runtime's `fetch` speak HTTP/2. */
  http2By?: string;
}

const bunAndDeno: Runtime[] = [
  { ...bun, parameters: ["--experimental-http2-fetch", ...bun.parameters] },
  { ...deno, parameters: [...deno.parameters, "--unsafely-ignore-certificate-errors"] },
];

// Node 26 speaks HTTP/2 by itself.
const allNodes = nodes.map((node): Runtime => ({ ...node, ...(node.name !== "Node 26" && { http2By: "undici7" }) }));

/** Node's versions take long to install: `.ci/run` sets `LONG_TESTS`. */
export const runtimes = process.env.LONG_TESTS ? [...allNodes, ...bunAndDeno] : bunAndDeno;

/** What the `fetch` of Node's versions is tried with: agents of undici, and msw, the oldest that the fake takes among them. */
const libraries = [
  "undici7@npm:undici@7.30.2",
  "undici8@npm:undici@8.12.4",
  "msw2@npm:msw@2.10.0",
  "msw3@npm:msw@3.0.5",
];

/** What is installed beside the packed packages for these tests. */
export const runtimePackages = [
  ...[...runtimes, workerd].map((runtime) => runtime.package),
  ...(process.env.LONG_TESTS ? libraries : []),
];

/** Whether a runtime is one of Node's versions, from a major version on. */
export function isNode({ name, version }: Runtime, from = 0): boolean {
  return name.startsWith("Node") && Number(version.split(".")[0]) >= from;
}
