/** The command's own errors. Those of the service are the client's. */

interface CommandErrorOptions {
  hint?: string | undefined;
  /** What is wrong, one thing a line. */
  details?: readonly string[];
  cause?: unknown;
}

class CommandError extends Error {
  /** What to do next. */
  readonly hint: string | undefined;
  readonly details: readonly string[] | undefined;

  constructor(message: string, { hint, details, cause }: CommandErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
    this.details = details;
  }
}

/** The command line, a file or the settings cannot be used as they are. The message names the flag. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
  readonly code = "usage";
}

/** The person who was asked said no. */
export class DeclinedError extends UsageError {}

/** No key is set. */
export class AuthenticationMissingError extends CommandError {
  override readonly name = "AuthenticationMissingError";
  readonly code = "authentication_missing";
}

/** Ctrl-C, or another signal that ends the command. */
export class InterruptedError extends CommandError {
  override readonly name = "InterruptedError";
  readonly code = "interrupted";
}

/** The disk is full, or the reader of a pipe has gone. */
export class OutputError extends Error {
  override readonly name = "OutputError";
  readonly code = "output";
}

/** The code of an error of the operating system, such as `ENOSPC`; also one of its causes. */
export function systemCodeOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as NodeJS.ErrnoException;
    if (typeof code === "string" && /^E[A-Z0-9]+$/.test(code)) return code;
  }
  return undefined;
}
