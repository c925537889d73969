/** Refuses keys on the command line: every program of the machine can read them there. Pure. */
import { usageError } from "./errors.js";

const keyFlag = /^--?(?:(?:campaign|external)?-?(?:api)?-?(?:key|token)|bearer|secret|password|auth(?:orization)?)$/i;

/**
 * @throws {CommandError} that names the flag and not its value
 */
export function refuseKeyInArguments(parameters: readonly string[]): void {
  for (const parameter of beforeDashes(parameters)) {
    const [flag = ""] = parameter.split("=");
    if (!keyFlag.test(flag)) continue;
    throw usageError(`${flag}: a key does not belong on the command line, where other programs can read it.`, {
      hint: "Set CALL_ANALYSIS_API_KEY.",
    });
  }
}

/** What follows `--` is no flag. */
export function beforeDashes(parameters: readonly string[]): readonly string[] {
  const end = parameters.indexOf("--");
  return end === -1 ? parameters : parameters.slice(0, end);
}
