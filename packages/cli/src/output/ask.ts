/** Asks the person at the terminal. */
import { createInterface } from "node:readline/promises";
import type { Context } from "../context.js";
import { InterruptedError } from "../errors.js";

/** How a question is asked. */
export interface AskOptions {
  context: Pick<Context, "stdin" | "stderr">;
  /** What an interruption has spared, such as "Nothing was sent." */
  otherwise: string;
}

/** The line that is typed. @throws {InterruptedError} on Ctrl-C, and when no line comes */
export async function answerTo(
  question: string,
  { context: { stdin, stderr }, otherwise }: AskOptions,
): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  const interruption = new AbortController();
  lines.on("SIGINT", () => interruption.abort());
  lines.on("close", () => interruption.abort());
  try {
    return await lines.question(question, { signal: interruption.signal });
  } catch {
    throw new InterruptedError(otherwise);
  } finally {
    lines.close();
  }
}
