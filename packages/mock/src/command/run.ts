/** Runs the command `call-analysis-mock`. The process itself is in `cli.ts`. */
import { readFile } from "node:fs/promises";
import type { TlsOptions } from "../adapters/http/listen.js";
import { type RequestLogEntry, type RunningServer, serve } from "../adapters/server.js";
import type { Addresses } from "../core/addresses.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type { SeedData } from "../scenarios/seed-schema.js";
import { createMockService, type MockService } from "../service.js";
import { version } from "../version.js";
import { FlagError, type Flags, type Output, parseFlags } from "./flags.js";
import { helpText } from "./help.js";
import { StateFile } from "./state-file.js";

/** The result of the command: an exit code, or a running server with a promise of its end. */
export type RunResult = { exitCode: number } | { server: RunningServer; failed: Promise<Error> };

/**
 * Runs the command: prints help or version, imports an organization, or starts a server. Wrong flags and seed files
 * exit with 2, other errors with 1.
 */
export async function run(args: string[], output: Output): Promise<RunResult> {
  try {
    const [command, ...rest] = args;
    // The client and YAML are loaded on demand: they would take a quarter of each start.
    if (command === "import") {
      const { runImport } = await import("./import.js");
      return { exitCode: await runImport(rest, output) };
    }
    const flags = parseFlags(args);
    if (flags.help) return print(helpText(), output);
    if (flags.version) return print(`${version}\n`, output);
    return await start(flags, output);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    output.stderr(`call-analysis-mock: ${error.message}\n`);
    return { exitCode: error instanceof FlagError ? 2 : 1 };
  }
}

/** The notice about flags that a state file overrides. */
const initialFlags = "--seed, --scenario and the rows of --seed-file apply only after POST /__mock__/reset.";

async function start(flags: Flags, output: Output): Promise<RunResult> {
  const tls = await tlsOf(flags);
  const { seedFile, publicUrl, adminToken } = flags;
  const seedData =
    seedFile === undefined ? undefined : await (await import("./seed-file.js")).readSeedFile(seedFile, flags);
  const service = createMockService(serviceOptionsOf(flags, seedData));
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<Error>((resolve) => {
    fail = resolve;
  });
  const file =
    flags.state === undefined
      ? undefined
      : new StateFile(flags.state, service, {
          onWriteError: ({ message }) => output.stderr(`call-analysis-mock: The state was not saved: ${message}\n`),
          onReplaced: fail,
        });
  if (await file?.load()) output.stderr(`call-analysis-mock: The state comes from ${flags.state}. ${initialFlags}\n`);
  const { port, host, cors, isAdminDisabled } = flags;
  const log = requestLog(flags.log, output);
  const onRequest = (entry: RequestLogEntry) => {
    log?.(entry);
    file?.saveSoon();
  };
  const options = { port, host, cors, admin: !isAdminDisabled, onRequest };
  const given = withoutUndefined({ tls, publicUrl, adminToken });
  const server = await serve(service, { ...options, ...given }).catch(async (error) => {
    await file?.close();
    // The host needs a token.
    throw error instanceof RangeError ? new FlagError(error.message, { cause: error }) : error;
  });
  output.stdout(readyText(server, service));
  if (!isAdminDisabled) output.stdout(`console at ${consoleAddress(service.addresses, adminToken)}\n`);
  const close = async () => {
    await server.close();
    await file?.close();
  };
  return { server: { ...server, close, [Symbol.asyncDispose]: close }, failed };
}

/** Reads a certificate and its key. @throws {Error} that names the flag and says what is wrong */
async function tlsOf({ certPath, keyPath }: Flags): Promise<TlsOptions | undefined> {
  if (certPath === undefined && keyPath === undefined) return undefined;
  if (certPath === undefined || keyPath === undefined)
    throw new FlagError(`--tls-${certPath ? "key" : "cert"} is missing. TLS needs --tls-cert and --tls-key.`);
  const read = (flag: string, path: string) =>
    readFile(path).catch((cause: Error) => {
      throw new Error(`${flag} ${path} cannot be read: ${cause.message}.`, { cause });
    });
  return { cert: await read("--tls-cert", certPath), key: await read("--tls-key", keyPath) };
}

function readyText({ url, listeningUrl }: RunningServer, { addresses }: MockService): string {
  const listening = url === listeningUrl ? "" : ` (listening at ${listeningUrl})`;
  return `call-analysis-mock ready at ${addresses.baseUrl}${listening}\n`;
}

/** The console's URL. The token is in the fragment, which a browser does not send. */
function consoleAddress({ controlUrl }: Addresses, adminToken: string | undefined): string {
  return `${controlUrl}/${adminToken === undefined ? "" : `#token=${encodeURIComponent(adminToken)}`}`;
}

/** The options of the service. The faults of `--fault` come after the scenarios' own. */
export function serviceOptionsOf(
  { seed, scenario, rules, progression, speed, policies, keys, strict }: Flags,
  seedData?: SeedData,
) {
  // A seed file takes the place of the demo, the only scenario with data that may be there.
  const scenarios = seedData ? [...scenario.filter((name) => name !== "demo"), { seedData }] : scenario;
  return { seed, scenario: [...scenarios, { rules }], progression, speed, policies, keys, strict };
}

function requestLog(format: Flags["log"], { stderr }: Output): ((entry: RequestLogEntry) => void) | undefined {
  if (format === "none") return undefined;
  if (format === "json") return (entry) => stderr(`${JSON.stringify(entry)}\n`);
  return ({ method, path, status, durationMs }) =>
    stderr(`${method.padEnd(6)} ${path} ${status} ${durationMs.toFixed(1)} ms\n`);
}

function print(text: string, { stdout }: Output): RunResult {
  stdout(text);
  return { exitCode: 0 };
}
