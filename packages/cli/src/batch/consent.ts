/** Asks a person before many calls are created: each is billed. */
import { createInterface } from "node:readline/promises";
import type { Context } from "../context.js";
import { InterruptedError, UsageError } from "../errors.js";
import { countText } from "../output/text-width.js";

/** More new calls than this are asked about. */
export const mostWithoutAsking = 50;

/**
 * Returns when the calls may be created.
 *
 * @param count how many calls would be new
 * @throws {UsageError} when the person says no, or there is nobody to ask
 */
export async function askBeforeBilling(
  count: number,
  { yes, context }: { yes: boolean; context: Context },
): Promise<void> {
  if (yes || count <= mostWithoutAsking) return;
  const what = `${countText(count, "call")} would be created and billed`;
  const { stdin, stderr } = context;
  if (!stdin.isTTY || !stderr.isTTY) {
    throw new UsageError(`${what}, and there is no terminal to ask in. Nothing was sent.`, {
      hint: "Pass --yes to go ahead, or --dry-run to see which.",
    });
  }
  const answer = await ask(`${what}. Go ahead? [y/N] `, context);
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError("Nothing was sent.");
}

/** @throws {InterruptedError} on Ctrl-C */
async function ask(question: string, { stdin, stderr }: Context): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  const interruption = new AbortController();
  lines.on("SIGINT", () => interruption.abort());
  lines.on("close", () => interruption.abort());
  try {
    return await lines.question(question, { signal: interruption.signal });
  } catch {
    throw new InterruptedError("Nothing was sent.");
  } finally {
    lines.close();
  }
}
