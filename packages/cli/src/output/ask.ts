/** Asks the person at the terminal. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Context } from "../context.js";
import { InterruptedError } from "../errors.js";

/** How a question is asked. */
export interface AskOptions {
  context: Pick<Context, "stdin" | "stderr">;
  /** What is typed is not shown. @default false */
  isUnseen?: boolean;
  /** What an interruption has spared, such as "Nothing was sent." */
  otherwise: string;
}

/** The line that is typed. @throws {InterruptedError} on Ctrl-C, and when no line comes */
export async function answerTo(
  question: string,
  { context: { stdin, stderr }, isUnseen = false, otherwise }: AskOptions,
): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: isUnseen ? unseen : stderr, terminal: true });
  const interruption = new AbortController();
  lines.on("SIGINT", () => interruption.abort());
  lines.on("close", () => interruption.abort());
  if (isUnseen) stderr.write(question);
  try {
    return await lines.question(isUnseen ? "" : question, { signal: interruption.signal });
  } catch {
    throw new InterruptedError(otherwise);
  } finally {
    lines.close();
    if (isUnseen) stderr.write("\n");
  }
}
