/** Asks the person at the terminal. */
import type { Context } from "../context.js";
import { DeclinedError, InterruptedError } from "../errors.js";

/** @throws {DeclinedError} when the answer is no @throws {InterruptedError} on Ctrl-C */
export async function confirmed(message: string, { stdin, stderr }: Pick<Context, "stdin" | "stderr">): Promise<void> {
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ message, initialValue: false, input: stdin, output: stderr });
  if (isCancel(answer)) throw new InterruptedError("Nothing was sent.");
  if (!answer) throw new DeclinedError("Nothing was sent.");
}
