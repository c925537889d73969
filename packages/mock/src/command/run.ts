/** Runs the command `call-analysis-mock`. The process itself is `cli.ts`'s. */
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { type RequestLogEntry, type RunningServer, type ServeOptions, serve } from "../adapters/server.js";
import { adapterOf, createMockService } from "../service.js";
import { FlagError, type Flags, parseFlags } from "./flags.js";
import { helpText } from "./help.js";
import { StateFile } from "./state/state-file.js";
import { useTemporaryFiles } from "./state/temporary-recordings.js";

/** Where the command writes. */
export interface Output {
  stdout(text: string): unknown;
  stderr(text: string): unknown;
}

/** How the command went: the code to exit with, or the server that runs on. */
export type RunResult = { exitCode: number } | { server: RunningServer };

/** Runs the command: prints help or version, or starts a server. Wrong flags exit with 2, other errors with 1. */
export async function run(args: string[], output: Output): Promise<RunResult> {
  try {
    const flags = parseFlags(args);
    if (flags.help) return print(helpText(), output);
    if (flags.version) return print(`${packageJson.version}\n`, output);
    return { server: await start(flags, output) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    output.stderr(`call-analysis-mock: ${error.message}\n`);
    return { exitCode: error instanceof FlagError ? 2 : 1 };
  }
}

async function start(flags: Flags, output: Output): Promise<RunningServer> {
  const service = createMockService(serviceOptionsOf(flags));
  const file = flags.state === undefined ? undefined : new StateFile(flags.state, service);
  const closeStorage = file ? () => file.close() : useTemporaryFiles(adapterOf(service).state.recordings, newFolder());
  if ((await file?.load()) && flags.overridden.length > 0) output.stderr(overriddenText(flags));
  const { port, host, admin, adminToken, cors } = flags;
  const options: ServeOptions = {
    port,
    host,
    admin,
    adminToken,
    cors,
    onRequest: requestLog(flags.log, output),
    beforeResponse: file && (() => file.save()),
  };
  const { url, close } = await serve(service, options).catch(async (error) => {
    await closeStorage();
    throw error;
  });
  output.stdout(`call-analysis-mock ready at ${service.addresses.baseUrl}\n`);
  return { url, close: () => close().finally(closeStorage) };
}

function newFolder(): string {
  return join(tmpdir(), `call-analysis-mock-${randomUUID()}`);
}

function overriddenText({ state, overridden }: Flags): string {
  const flags = overridden.map((name) => `--${name}`).join(" and ");
  return `call-analysis-mock: ${flags} will count after POST /__mock__/reset only: the state is that of ${state}. Delete the file to start anew.\n`;
}

/** The options of the service. The faults of `--fault` come after those of the scenarios. */
export function serviceOptionsOf({ seed, scenario, faults, progression, speed, policies, keys, strict }: Flags) {
  return { seed, scenario: [...scenario, { faults }], progression, speed, policies, keys, strict };
}

function requestLog(format: Flags["log"], { stderr }: Output): ((entry: RequestLogEntry) => void) | undefined {
  switch (format) {
    case "none":
      return undefined;
    case "json":
      return (entry) => stderr(`${JSON.stringify(entry)}\n`);
    case "pretty":
      return ({ method, path, status, durationMs }) =>
        stderr(`${method.padEnd(6)} ${path} ${status} ${durationMs.toFixed(1)} ms\n`);
  }
}

function print(text: string, { stdout }: Output): RunResult {
  stdout(text);
  return { exitCode: 0 };
}
