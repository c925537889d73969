/** The command's own errors, and the exit code of each error. The service's errors are the client's. */
import {
  AbortError,
  ApiError,
  AuthenticationError,
  type CallAnalysisError,
  ConfigurationError,
  ConnectionError,
  PermissionDeniedError,
  TimeoutError,
} from "@call-analysis/sdk";

/** The meaning of each exit code. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  uncertain: 3,
  authentication: 4,
  interrupted: 130,
} as const;

/** One of the command's exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const exitCodeByCode = {
  /** The command line, a file or a setting is unusable. The message names the flag. */
  usage: exitCodes.usage,
  /** The person refused. */
  declined: exitCodes.usage,
  authentication_missing: exitCodes.authentication,
  /** Ctrl-C, or another signal that ends the command. */
  interrupted: exitCodes.interrupted,
  /** The disk is full, or the pipe was closed. */
  output: exitCodes.failed,
  /** The recording is being written. */
  file_changed: exitCodes.failed,
  /** The call of an earlier run no longer exists, or belongs to another recording. */
  call_lost: exitCodes.failed,
  /** Something may or may not have been created. */
  uncertain: exitCodes.uncertain,
} as const;

interface CommandErrorOptions {
  /** What to do next. */
  hint?: string | undefined;
  /** The problems, one a line. */
  details?: readonly string[];
  cause?: unknown;
}

/** An error with a message, details and a hint. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: keyof typeof exitCodeByCode;
  readonly hint: string | undefined;
  readonly details: readonly string[] | undefined;

  constructor(code: CommandError["code"], message: string, { hint, details, cause }: CommandErrorOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
    this.details = details;
  }
}

/** The error for wrong input on the command line or in a file. */
export function usageError(message: string, options?: CommandErrorOptions): CommandError {
  return new CommandError("usage", message, options);
}

/** Whether an error, or one of its causes, has this code. The client may have copied a cause. */
export function hasCode(error: unknown, code: CommandError["code"]): boolean {
  return causesOf(error).some((cause) => cause.code === code);
}

/** The code of an operating system error, such as `ENOSPC`, also of a cause. */
export function systemCodeOf(error: unknown): string | undefined {
  return causesOf(error)
    .map(({ code }) => code)
    .find((code) => /^E[A-Z0-9]+$/.test(code ?? ""));
}

/** An error and its causes. */
export function causesOf(error: unknown): (Error & { code?: string })[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** The exit code for an error that ended the command. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandError) return exitCodeByCode[error.code];
  if (AbortError.is(error)) return exitCodes.interrupted;
  if (isAuthentication(error)) return exitCodes.authentication;
  return ConfigurationError.is(error) ? exitCodes.usage : exitCodes.failed;
}

/** Whether the service refused the key, so that everything else would fail, too. */
export function isAuthentication(error: unknown): boolean {
  return AuthenticationError.is(error) || PermissionDeniedError.is(error);
}

/**
 * The kind of thing that a request creates: an agent or a prospect.
 *
 * @throws {CommandError} when it may have been created although the request failed. The service has no way to repeat a
 *   creation safely, so a person must look. The client's message may advise to try again, which could create it twice.
 */
export function confirmed<T>(what: string, creation: Promise<T>): Promise<T> {
  return creation.catch((cause: CallAnalysisError) => {
    if (!mayHaveCreated(cause)) throw cause;
    const doubt = `The service did not confirm the ${what} (${cause.code}). Check whether it exists before you add it again.`;
    throw new CommandError("uncertain", doubt, { cause });
  });
}

function mayHaveCreated(error: CallAnalysisError): boolean {
  if (AbortError.is(error) || ConnectionError.is(error) || TimeoutError.is(error)) return error.requestSent;
  // A 4xx says that the service did nothing; 408 says that it gave up.
  const gaveUp = ApiError.is(error) && error.status === 408;
  return gaveUp || error.code === "response_format" || error.code === "server_error";
}
