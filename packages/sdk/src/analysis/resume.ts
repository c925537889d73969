/** Resume tokens: made at each stage of a flow, checked when they come back to `calls.resume()`. */
import type { CreateToken, PollToken, ResumeToken } from "../errors/call-analysis-error.js";
import { AnalysisFailedError, SubmissionUncertainError } from "../errors/flow-errors.js";
import { AbortError, ConfigurationError, ResponseValidationError } from "../errors/request-errors.js";
import { type CallFields, type CallFieldsInput, callFieldsOf } from "./call-fields.js";

/** @param uncertain whether the call may exist already */
export function createToken(call: CallFields, uncertain: boolean): CreateToken {
  return { version: 1, stage: "create", uncertain, call };
}

/** The token to go on from after a wait that failed: none when the analysis itself failed, for that is final. */
export function tokenAfterWait(callId: string): (error: unknown) => PollToken | undefined {
  return (error) => (AnalysisFailedError.is(error) ? undefined : pollToken(callId));
}

export function pollToken(callId: string): PollToken {
  return { version: 1, stage: "poll", callId };
}

/** The token after a creation that failed. Where the response still names the call, there is a call to wait for. */
export function tokenAfterCreate(call: CallFields, error: unknown): ResumeToken {
  // A strict validator refuses responses that name the call.
  const callId = ResponseValidationError.is(error) ? callIdOf(error.body) : undefined;
  if (callId !== undefined) return pollToken(callId);
  return createToken(call, SubmissionUncertainError.is(error) || (AbortError.is(error) && error.requestSent));
}

function callIdOf(body: unknown): string | undefined {
  const callId = (body as { data?: { callId?: unknown } } | null)?.data?.callId;
  return typeof callId === "string" && callId !== "" ? callId : undefined;
}

/**
 * Checks a token that may come from a file or another process.
 *
 * @throws {ConfigurationError} for another version or shape
 */
export function checkToken(token: unknown): ResumeToken {
  if (typeof token === "string") throw wrong("it is a string; JSON.parse it first");
  const fields = (typeof token === "object" && token !== null ? token : {}) as Partial<Record<string, unknown>>;
  const { version, stage, callId, uncertain, call } = fields;
  if (version !== 1) throw wrong(`version must be 1, and is ${JSON.stringify(version)}`);
  if (stage === "poll" && typeof callId === "string" && callId !== "") return pollToken(callId);
  if (stage === "create" && typeof uncertain === "boolean" && typeof call === "object" && call !== null) {
    return createToken(checkCall(call), uncertain);
  }
  throw wrong('stage must be "create" with `uncertain` and `call`, or "poll" with `callId`');
}

/** @throws {ConfigurationError} when going on could create a second call, and `recreate` does not allow that */
export function checkRecreate(token: ResumeToken, recreate: boolean): void {
  if (token.stage !== "create" || !token.uncertain || recreate) return;
  throw new ConfigurationError(
    "resume: whether the call was created is unknown, and creating it again can create a second one. Check first whether it exists; then pass { recreate: true }.",
  );
}

function checkCall(call: object): CallFields {
  try {
    // The check finds whatever field is missing.
    return callFieldsOf(call as CallFieldsInput);
  } catch (cause) {
    throw wrong(`call: ${cause instanceof Error ? cause.message : cause}`);
  }
}

function wrong(why: string): ConfigurationError {
  return new ConfigurationError(`resume: this is no token of this version of the package: ${why}.`);
}
