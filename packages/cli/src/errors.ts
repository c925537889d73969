/** The command's own errors. Those of the service are the client's. */

/** The command line, a file or the settings cannot be used as they are. The message names the flag. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly code = "usage";
  /** What to do next. */
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: { hint?: string | undefined; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }
}

/** No key is set, or the command that gives it failed. */
export class AuthenticationMissingError extends Error {
  override readonly name = "AuthenticationMissingError";
  readonly code = "authentication_missing";
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }
}

/** Ctrl-C, or another signal that ends the command. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
  readonly code = "interrupted";
  readonly hint: string | undefined;

  constructor(message: string, { hint }: { hint?: string } = {}) {
    super(message);
    this.hint = hint;
  }
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
