/** What a tool that reads the OpenAPI documents is tried with. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";

/** A tool that other people use with the documents. */
export interface DocumentTool {
  /** Its npm package. */
  name: string;
  version: string;
  /** Packages that must be beside it in a version of ours. @default none */
  beside?: readonly string[];
  /** What is tried, such as `lints the documents`. */
  trial: string;
  /** Tries it. @returns what happened @throws {Error} when the tool does not take the documents */
  run(context: TrialContext): Promise<string>;
}

/** What a trial works with. */
export interface TrialContext {
  /** Contains the tool's `node_modules`. */
  installation: string;
  /** An empty folder of the trial's own. */
  folder: string;
}

/** The files of the documents. `whole` is the one that the other two are made from. */
export const documentFiles = {
  whole: documentFile("call-analysis.yaml"),
  external: documentFile("external.yaml"),
  campaigns: documentFile("campaigns.yaml"),
};

/** The two that have one base address each. */
export const interfaceFiles = { external: documentFiles.external, campaigns: documentFiles.campaigns };

/** A file of the folder `openapi`. */
export function documentFile(name: string): string {
  return fileURLToPath(new URL(`../../../../../openapi/${name}`, import.meta.url));
}

/** The path of a file in a package of an installation. */
export function installedFile(installation: string, file: string): string {
  return join(installation, "node_modules", file);
}

/** Loads a module of an installation, by the name that its users import. */
export function importInstalled(installation: string, name: string) {
  const require = createRequire(join(installation, "package.json"));
  return import(pathToFileURL(require.resolve(name)).href);
}

/** How a program runs. */
export interface ProgramOptions {
  cwd: string;
  /** Added to the environment. @default none */
  env?: Readonly<Record<string, string>>;
}

const programTimeoutMs = 120_000;

/** Runs a JavaScript program. @returns what it printed @throws {Error} when it fails, with what it printed */
export function runProgram(args: readonly string[], { cwd, env = {} }: ProgramOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(programTimeoutMs);
    const program = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, signal });
    let output = "";
    for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (output += chunk));
    program.once("error", reject);
    program.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output || `exit code ${code}`))));
  });
}

/** Where a demo is that a trial has for itself. */
export interface DemoAddress {
  baseUrl: string;
  campaignBaseUrl: string;
  apiKey: string;
  campaignId: string;
}

/** Runs a trial against a new demo over HTTP. */
export async function withDemo<Result>(run: (demo: DemoAddress) => Promise<Result>): Promise<Result> {
  const service = createMockService();
  const server = await serve(service, { port: 0 });
  try {
    const { baseUrl, campaignBaseUrl, apiKey } = service.clientOptions();
    return await run({ baseUrl, campaignBaseUrl, apiKey, campaignId: service.db.campaigns.list()[0]?.id ?? "" });
  } finally {
    await server.close();
  }
}
