/** Runs the command `call-analysis-mock`. The process itself is `cli.ts`'s. */
import packageJson from "../../package.json" with { type: "json" };
import { type RequestLogEntry, type RunningServer, serve } from "../adapters/server.js";
import { createMockService } from "../service.js";
import { FlagError, type Flags, parseFlags } from "./flags.js";
import { helpText } from "./help.js";
import { StateFile } from "./state-file.js";

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
  await file?.load();
  const { port, host, admin, adminToken, cors } = flags;
  const { url, close } = await serve(service, {
    port,
    host,
    admin,
    adminToken,
    cors,
    onRequest: requestLog(flags.log, output),
    beforeResponse: file && (() => file.save()),
  });
  output.stdout(`call-analysis-mock ready at ${service.addresses.baseUrl}\n`);
  return { url, close: () => close().then(() => file?.save()) };
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
