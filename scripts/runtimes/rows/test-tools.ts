/** msw, vitest and Jest. */
import { deepEqual } from "node:assert/strict";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { fails, notApplicable, type Row } from "../row.ts";
import { callModule, runTool } from "../trial.ts";
import { wholeFlow } from "./packages.ts";

/** The oldest that the fake takes, the last of 2, and 3. */
export const mswVersions = ["2.10.0", "2.15.0", "3.0.5"] as const;

/** The oldest that the fake takes, the last of 4, and 5. */
export const vitestVersions = ["4.1.0", "4.1.12", "5.1.1"] as const;

export const jestVersion = "30.5.2";

/** The pages that the fixture is tried in. */
export const pagePackages = ["jsdom@27.4.0", "happy-dom@21.0.4"];

const runsInProcesses = (tool: string) => notApplicable(`${tool} runs the tests in processes.`);

const msw3Exceptions: Row["exceptions"] = {
  "Node 20": fails("msw 3 needs Node 22.12."),
  Bun: fails("msw 3 intercepts requests by parts of Node that Bun does not have."),
  Deno: fails("msw 3 does not see the requests that Deno sends."),
};

const vitest5Exceptions: Row["exceptions"] = {
  Bun: fails("vitest 5 starts its processes by a function of Node that Bun does not have."),
};

const mswRows = mswVersions.map(
  (version): Row => ({
    name: "msw",
    title: `msw ${version}`,
    project: { name: `msw-${version}`, consumers: ["flow"], packages: [`msw@${version}`] },
    prepare: (project) =>
      copyFile(join(project, "node_modules/msw/lib/mockServiceWorker.js"), join(project, "mockServiceWorker.js")),
    async attempt(trial) {
      if (trial.runtime.kind === "chromium") return deepEqual(await callModule(trial, "msw-page.mjs"), wholeFlow);
      return deepEqual(await callModule(trial, "msw.mjs"), { ...wholeFlow, shared: [true, "own"] });
    },
    exceptions: {
      workerd: notApplicable("msw intercepts requests in processes and pages, not in workers."),
      ...(version.startsWith("3") && msw3Exceptions),
    },
  }),
);

const vitestRows = vitestVersions.map(
  (version): Row => ({
    name: "vitest",
    title: `vitest ${version}`,
    project: {
      name: `vitest-${version}`,
      consumers: ["vitest"],
      packages: [`vitest@${version}`, ...pagePackages],
    },
    attempt: async (trial) => void (await runTool(trial, ["node_modules/vitest/vitest.mjs", "run"])),
    exceptions: {
      workerd: runsInProcesses("vitest"),
      Chromium: runsInProcesses("vitest"),
      ...(version.startsWith("5") && vitest5Exceptions),
    },
  }),
);

const jest: Row = {
  name: "jest",
  title: `Jest ${jestVersion}`,
  project: { name: "jest", consumers: ["jest"], packages: [`jest@${jestVersion}`] },
  attempt: async (trial) => void (await runTool(trial, ["node_modules/jest/bin/jest.js"])),
  exceptions: { workerd: runsInProcesses("Jest"), Chromium: runsInProcesses("Jest") },
};

export const testToolRows: Row[] = [...mswRows, ...vitestRows, jest];
