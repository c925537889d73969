/** Bundles for Node and for browsers, made by each bundler's own command. */
import { deepEqual } from "node:assert/strict";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../test/consumer-projects.ts";
import type { Project, Row } from "../row.ts";
import { callInBundle } from "../trial.ts";
import { wholeFlow } from "./packages.ts";

interface Bundler {
  name: string;
  title: string;
  version: string;
  /** Each builds into `dist/node`, `dist/browser`, or both. */
  builds: string[][];
}

const esbuildFlags = (platform: string) => [
  "bundled.mjs",
  "--bundle",
  "--format=esm",
  `--platform=${platform}`,
  `--outfile=dist/${platform}/bundle.mjs`,
];

const bundlers: Bundler[] = [
  {
    name: "vite",
    title: "Vite",
    version: "8.3.8",
    builds: [
      ["build", "--mode", "node"],
      ["build", "--mode", "browser"],
    ],
  },
  {
    name: "webpack",
    title: "webpack",
    version: "5.112.2",
    builds: [["build"]],
  },
  { name: "rollup", title: "Rollup", version: "4.68.7", builds: [["--config"]] },
  {
    name: "esbuild",
    title: "esbuild",
    version: "0.28.2",
    builds: [esbuildFlags("node"), esbuildFlags("browser")],
  },
];

const project: Project = {
  name: "bundlers",
  consumers: ["flow"],
  packages: [
    ...bundlers.map(({ name, version }) => `${name}@${version}`),
    "webpack-cli@7.3.1",
    "@rollup/plugin-node-resolve@16.0.3",
  ],
};

export const bundlerRows: Row[] = bundlers.map(({ name, title, version, builds }) => ({
  name,
  title: `${title} ${version}`,
  project,
  async prepare(folder) {
    for (const build of builds) await run(`node_modules/.bin/${name}`, build, folder);
    await rm(join(folder, name), { recursive: true, force: true });
    await rename(join(folder, "dist"), join(folder, name));
  },
  async attempt(trial) {
    const { kind } = trial.runtime;
    const platform = kind === "workerd" || kind === "chromium" ? "browser" : "node";
    const bundle = `${name}/${platform}/bundle.mjs`;
    deepEqual(await callInBundle(trial, bundle, "client", trial.baseUrl), wholeFlow);
    deepEqual(await callInBundle(trial, bundle, "fake"), wholeFlow);
  },
  exceptions: {},
}));
