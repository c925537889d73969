/** Runs the command: from its parameters to its exit code. */
import { CommanderError } from "commander";
import type { Context } from "./context.js";
import {
  type CommandError,
  type ExitCode,
  exitCodeOf,
  exitCodes,
  hasCode,
  systemCodeOf,
  usageError,
} from "./errors.js";
import { printError } from "./output/error-text.js";
import { writeText } from "./output/write-text.js";
import { createProgram } from "./program.js";

/** Runs the command. Never throws: errors go to stderr, and the exit code says their kind. */
export async function run(parameters: readonly string[], context: Context): Promise<ExitCode> {
  // Without a listener an error of a stream ends the process. `writeText` reports those of stdout; a line that stderr
  // does not take is dropped, and the work goes on.
  for (const stream of [context.stdout, context.stderr]) stream.on("error", () => {});
  try {
    const exitCode = await runProgram(parameters, context);
    // Help, version and completions are written by libraries, which do not wait: this fails as they did.
    await writeText(context.stdout, "");
    return exitCode;
  } catch (reason) {
    const error = reason instanceof CommanderError ? usageErrorOf(reason, parameters) : reason;
    // The reader has what it wanted: `| head` is no error to tell of.
    if (hasCode(error, "output") && systemCodeOf(error) === "EPIPE") return exitCodes.failed;
    printError(error, { context, isJson: parameters.includes("--json") });
    return exitCodeOf(error);
  }
}

const keyFlag = /^--?(?:(?:campaign|external)?-?(?:api)?-?(?:key|token)|bearer|secret|password|auth(?:orization)?)$/i;

/** Refuses a key on the command line, where every program on the machine could read it. */
function refuseKeys(parameters: readonly string[]): void {
  const flag = parameters.map((parameter) => parameter.split("=")[0] ?? "").find((name) => keyFlag.test(name));
  if (flag === undefined) return;
  const message = `${flag}: do not pass a key on the command line, where other programs can read it.`;
  throw usageError(message, { hint: "Set CALL_ANALYSIS_API_KEY." });
}

async function runProgram(parameters: readonly string[], context: Context): Promise<ExitCode> {
  refuseKeys(parameters);
  const { program, exitCode } = createProgram({ ...context, parameters });
  if (parameters[0] === "completion" || parameters[0] === "complete") {
    const { addCompletion } = await import("./completion.js");
    addCompletion(program, context);
  } else
    program.command("completion <shell>").description("print the completion script for bash, zsh, fish or powershell");
  try {
    await program.parseAsync(parameters.length === 0 ? ["--help"] : [...parameters], { from: "user" });
  } catch (reason) {
    // Help and version, which were printed.
    if (!(reason instanceof CommanderError) || reason.exitCode !== 0) throw reason;
  }
  return exitCode();
}

/** Turns commander's errors into the command's own. */
function usageErrorOf(cause: CommanderError, [command = "", named]: readonly string[]): CommandError {
  const isKnown = cause.code !== "commander.unknownCommand" && !/^-|^help$/.test(command);
  const help = isKnown ? `See call-analysis ${command} --help` : "See call-analysis --help";
  const needed = command === "help" ? `Unknown command '${named}'.` : `${command} needs a subcommand.`;
  if (cause.code === "commander.help") return usageError(needed, { hint: help, cause });
  const [problem = "", suggestion] = cause.message.replace(/^error: /, "").split("\n");
  // What follows the "=" of an unknown flag may be a key.
  const message = problem.replace(/'(--?[^'=<]+)=[^']*'/, "'$1'").replace(/\.?$/, ".");
  const hint = suggestion?.replace(/^\((.*)\)$/, "$1") ?? help;
  return usageError(message.charAt(0).toUpperCase() + message.slice(1), { hint, cause });
}
