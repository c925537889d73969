/** The tokens of a flow's stages, from which `calls.resume()` goes on. */

import type { CreateToken, PollToken, ResumeToken } from "../errors/call-analysis-error.js";
import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { AbortError, ResponseValidationError } from "../errors/request-errors.js";
import type { CallFields } from "./call-fields.js";

/** @param uncertain whether the call may exist already */
export function createToken(call: CallFields, uncertain: boolean): CreateToken {
  return { version: 1, stage: "create", uncertain, call };
}

export function pollToken(callId: string): PollToken {
  return { version: 1, stage: "poll", callId };
}

/** A strict validator may refuse an answer that names the call: then there is a call to wait for. */
export function tokenAfterCreate(call: CallFields, error: unknown): ResumeToken {
  const callId = ResponseValidationError.is(error) ? callIdOf(error.body) : undefined;
  if (callId !== undefined) return pollToken(callId);
  return createToken(call, SubmissionUncertainError.is(error) || (AbortError.is(error) && error.requestSent));
}

function callIdOf(body: unknown): string | undefined {
  const callId = (body as { data?: { callId?: unknown } } | null)?.data?.callId;
  return typeof callId === "string" && callId !== "" ? callId : undefined;
}
