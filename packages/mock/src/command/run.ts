import packageJson from "../../package.json" with { type: "json" };
import { type RunningServer, serve } from "../adapters/server.js";
import { createMockService } from "../service.js";
import { FlagError, type Flags, parseFlags } from "./flags.js";
import { help } from "./help.js";
import { requestLog } from "./request-log.js";
import { StateFile } from "./state-file.js";

/** Where the command writes. */
export interface Output {
  stdout(text: string): unknown;
  stderr(text: string): unknown;
}

/** How the command went: the code to exit with, or the server that runs on. */
export type RunResult = { exitCode: number } | { server: RunningServer };

/** The command `call-analysis-mock`, but for the process around it. */
export async function run(args: string[], output: Output): Promise<RunResult> {
  try {
    return await runFlags(parseFlags(args), output);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    output.stderr(`call-analysis-mock: ${error.message}\n`);
    return { exitCode: error instanceof FlagError ? 2 : 1 };
  }
}

async function runFlags(flags: Flags, output: Output): Promise<RunResult> {
  if (flags.help) return print(help, output);
  if (flags.version) return print(`${packageJson.version}\n`, output);
  const { port, host, admin, adminToken, cors, log, state, ...options } = flags;
  const service = createMockService(options);
  const file = state === undefined ? undefined : new StateFile(state, service);
  await file?.load();
  const onRequest = requestLog(log, output.stderr);
  const beforeAnswer = file && (() => file.save());
  const server = await serve(service, { port, host, admin, adminToken, cors, onRequest, beforeResponse: beforeAnswer });
  output.stdout(`call-analysis-mock ready at ${service.addresses.baseUrl}\n`);
  return { server: file ? savedAtTheEnd(server, file) : server };
}

function savedAtTheEnd({ url, close }: RunningServer, file: StateFile): RunningServer {
  return {
    url,
    async close() {
      await close();
      await file.save();
    },
  };
}

function print(text: string, output: Output): RunResult {
  output.stdout(text);
  return { exitCode: 0 };
}
