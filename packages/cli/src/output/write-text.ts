/** Writes to stdout, and reports what could not be written. */
import type { Output } from "../context.js";
import { CommandError, systemCodeOf } from "../errors.js";
import { harmless } from "./text-width.js";

/**
 * Writes to a stream, and waits until the text is written. A terminal gets no control characters.
 *
 * @throws {CommandError} if the disk is full, or the pipe was closed
 */
export function writeText(stream: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A stream that has failed once may never call back.
    if (stream.errored) return reject(outputError(stream.errored));
    const onError = (cause: Error) => reject(outputError(cause));
    stream.once("error", onError);
    stream.write(stream.isTTY ? harmless(text) : text, (error) => {
      // The stream reports its error by an event too, which needs a listener.
      if (error) return reject(outputError(error));
      stream.off("error", onError);
      resolve();
    });
  });
}

function outputError(cause: Error): CommandError {
  const code = systemCodeOf(cause);
  const why = code === "ENOSPC" ? "the disk is full" : code === "EPIPE" ? "the pipe was closed" : cause.message;
  return new CommandError("output", `The results cannot be written to stdout: ${why}.`, { cause });
}
