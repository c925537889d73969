/** What becomes of inputs that an earlier run has left, and that are not to be created now. */

import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { callFieldsOf } from "../flow/call-fields.js";
import { newCreationId } from "../flow/creation.js";
import { createToken } from "../flow/token.js";
import type { BatchInput } from "../record/journal.js";
import { unknownWhetherCreated } from "../request/uncertain.js";

/** @param audioUrl the recording's address, once it was uploaded */
export function leftUncertain(
  input: BatchInput<unknown>,
  { audioUrl, baseUrl }: { audioUrl: string | undefined; baseUrl: string },
): SubmissionUncertainError {
  const message = `An earlier run sent it, ${unknownWhetherCreated}. Then settle it.`;
  const error = new SubmissionUncertainError(message);
  error.stage = "create";
  if (audioUrl === undefined) return error;
  const call = callFieldsOf({ ...input, audio_url: audioUrl });
  error.resume = createToken({ baseUrl, id: newCreationId(), call }, true);
  return error;
}

/** The error of an input that a person decided to skip. */
export function skippedError(): ConfigurationError {
  return new ConfigurationError("Settled with { skip: true }. To create it, settle it with { recreate: true }.");
}
