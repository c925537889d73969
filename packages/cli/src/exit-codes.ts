/** The exit codes of the command, and which one an error leads to. */
import {
  AbortError,
  AuthenticationError,
  CallAnalysisError,
  ConfigurationError,
  ConnectionError,
  PermissionDeniedError,
  SubmissionUncertainError,
  TimeoutError,
} from "@call-analysis/sdk";
import { AuthenticationMissingError, InterruptedError, UsageError } from "./errors.js";

/** What each exit code means. */
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

/** The exit code after an error that ended the command. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof InterruptedError || AbortError.is(error)) return exitCodes.interrupted;
  if (isAuthentication(error)) return exitCodes.authentication;
  if (SubmissionUncertainError.is(error)) return exitCodes.uncertain;
  if (error instanceof UsageError || ConfigurationError.is(error)) return exitCodes.usage;
  return exitCodes.failed;
}

/** Whether the service refused the key: nothing else can be done with it. */
export function isAuthentication(error: unknown): boolean {
  return (
    error instanceof AuthenticationMissingError || AuthenticationError.is(error) || PermissionDeniedError.is(error)
  );
}

/**
 * Whether something may have been created although the request failed. The service has no way to repeat a creation
 * safely, so a person must look.
 */
export function isUncertainCreation(error: unknown): boolean {
  if (SubmissionUncertainError.is(error)) return true;
  if (AbortError.is(error) || ConnectionError.is(error) || TimeoutError.is(error)) return error.requestSent;
  return CallAnalysisError.is(error) && (error.code === "response_format" || error.code === "server_error");
}
