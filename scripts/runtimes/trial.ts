/** Runs a consumer's modules, bundles and tools on a runtime. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { newContext } from "../browser/start-browser.ts";
import { run } from "../test/consumer-projects.ts";
import { servePages } from "./page-server.ts";
import { type BundleRuntime, type ProcessRuntime, type Runtime, runOn } from "./runtimes.ts";

/** Where a combination is tried, and with what. */
export interface Trial {
  runtime: Runtime;
  /** The consumer's folder, with the packages installed. */
  project: string;
  /** The folder that the runtimes are installed in. */
  runtimesFolder: string;
  browser: Browser;
  /** The external interface of a fake that is served, version segment included. */
  baseUrl: string;
}

/** What a page's bundle puts into `globalThis`. */
interface Programs {
  programs: Record<string, (...parameters: string[]) => Promise<unknown>>;
}

/** Calls a module's default export, and returns what it resolves to. workerd and browsers get it bundled by esbuild. */
export async function callModule(trial: Trial, module: string, ...parameters: string[]): Promise<unknown> {
  const { runtime, project } = trial;
  if (isProcessRuntime(runtime)) return JSON.parse(await runTool(trial, ["start.mjs", module, ...parameters]));
  await mkdir(join(project, "dist"), { recursive: true });
  const folder = await mkdtemp(join(project, "dist/module-"));
  const bundle = join(folder, "bundle.mjs");
  const contents = `import main from "./${module}"; globalThis.programs = { main };`;
  const stdin = { contents, resolveDir: project };
  await build({ stdin, outfile: bundle, bundle: true, format: "esm", platform: "browser", tsconfigRaw: {} });
  const result = await callInBundle(trial, relative(project, bundle), "main", ...parameters);
  await rm(folder, { recursive: true });
  return result;
}

/** Calls a program of a bundle, and returns what it resolves to. The bundle's path is relative to the project. */
export async function callInBundle(
  trial: Trial,
  bundle: string,
  program: string,
  ...parameters: string[]
): Promise<unknown> {
  const { runtime, project, runtimesFolder } = trial;
  if (isProcessRuntime(runtime)) {
    return JSON.parse(await runTool(trial, ["start.mjs", "bundle", bundle, program, ...parameters]));
  }
  if (runtime.kind === "chromium") return callInPage(trial, bundle, program, ...parameters);
  const bundlePath = join(project, bundle);
  const call = ["workerd.mjs", runtimesFolder, bundlePath, program, ...parameters];
  return JSON.parse(await run(process.execPath, call, project));
}

/** Runs a tool's program, such as `node_modules/jest/bin/jest.js`, and returns what it printed. */
export function runTool(trial: Trial, parameters: string[]): Promise<string> {
  return runOn(processRuntimeOf(trial), trial, ...parameters);
}

/** @throws {RangeError} when the runtime has no processes */
export function processRuntimeOf({ runtime }: Trial): ProcessRuntime {
  if (isProcessRuntime(runtime)) return runtime;
  throw new RangeError(`${runtime.name} starts no processes: make it an exception of the row.`);
}

function isProcessRuntime(runtime: Runtime): runtime is Exclude<Runtime, BundleRuntime> {
  return runtime.kind !== "workerd" && runtime.kind !== "chromium";
}

async function callInPage(
  { browser, project }: Trial,
  bundle: string,
  program: string,
  ...parameters: string[]
): Promise<unknown> {
  const server = await servePages(project);
  const context = await newContext(browser);
  try {
    const page = await context.newPage();
    await page.goto(server.origin);
    await page.addScriptTag({ type: "module", url: `/${bundle}` });
    return await callInGlobal(page, program, parameters);
  } finally {
    await context.close();
    server.close();
  }
}

/** Calls a program that a script puts, or will put, into `globalThis` of a page. */
export async function callInGlobal(page: import("playwright-core").Page, program: string, parameters: string[]) {
  await page.waitForFunction(() => "programs" in globalThis);
  return page.evaluate(
    // The page waited for the programs.
    ([name, ...rest]) => (globalThis as unknown as Programs).programs[name as string]?.(...rest),
    [program, ...parameters],
  );
}
