/** Next: a route handler with a client that is made lazily, and a page that loads both packages. */
import { deepEqual } from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { newContext } from "../../browser/start-browser.ts";
import { cleanEnvironment, run } from "../../test/consumer-projects.ts";
import { notApplicable, type Row } from "../row.ts";
import { commandOf, nodes } from "../runtimes.ts";
import { callInGlobal, processRuntimeOf, type Trial } from "../trial.ts";
import { wholeFlow } from "./packages.ts";

const version = "16.4.6";
const command = "node_modules/next/dist/bin/next";
const environment = { NEXT_TELEMETRY_DISABLED: "1" };
const addressPattern = /http:\/\/127\.0\.0\.1:(\d+)/;

const next: Row = {
  name: "next",
  title: `Next ${version}`,
  project: {
    name: "next",
    consumers: ["flow", "next"],
    packages: [`next@${version}`, "react@19.3.1", "react-dom@19.3.1"],
  },
  prepare: async (project) => void (await run(process.execPath, [command, "build"], project, environment)),
  attempt: (trial) => (trial.runtime.kind === "chromium" ? attemptPage(trial) : attemptRoute(trial)),
  exceptions: { workerd: notApplicable("Next runs on workerd by adapters of its hosts.") },
};

export const nextRows: Row[] = [next];

async function attemptRoute(trial: Trial): Promise<void> {
  await withServer(trial, async (origin) => {
    const response = await fetch(`${origin}/flow`);
    deepEqual(await response.json(), wholeFlow);
  });
}

/** The page is served by the newest Node. */
async function attemptPage(trial: Trial): Promise<void> {
  const runtime = nodes.at(-1) ?? trial.runtime;
  await withServer({ ...trial, runtime }, async (origin) => {
    const context = await newContext(trial.browser);
    try {
      const page = await context.newPage();
      await page.goto(origin);
      deepEqual(await callInGlobal(page, "client", [trial.baseUrl]), wholeFlow);
      deepEqual(await callInGlobal(page, "fake", []), wholeFlow);
    } finally {
      await context.close();
    }
  });
}

/** Starts what was built on a runtime, on a free port, for as long as it is used. */
async function withServer(trial: Trial, use: (origin: string) => Promise<void>): Promise<void> {
  const settings = { CALL_ANALYSIS_API_KEY: "test-key", CALL_ANALYSIS_BASE_URL: trial.baseUrl };
  const runtime = processRuntimeOf(trial);
  const parameters = [...runtime.parameters, command, "start", "--port", "0", "--hostname", "127.0.0.1"];
  const server = spawn(commandOf(runtime, trial.runtimesFolder), parameters, {
    cwd: trial.project,
    env: { ...cleanEnvironment(), ...environment, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    // Next serves from a child of its own, which outlives its parent and holds the pipes.
    detached: true,
  });
  try {
    await use(await originOf(server));
  } finally {
    const isRunning = server.exitCode === null && server.signalCode === null;
    if (isRunning && server.pid !== undefined) process.kill(-server.pid);
  }
}

/** The address that the server prints. @throws {Error} with its output, when it ends before */
function originOf({ stdout, stderr, ...server }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    for (const stream of [stdout, stderr]) {
      stream?.on("data", (bytes) => {
        printed += bytes;
        const [address] = addressPattern.exec(printed) ?? [];
        if (address) resolve(address);
      });
    }
    stdout?.on("close", () => reject(new Error(`${server.spawnfile} ended before it listened.\n${printed}`)));
  });
}
