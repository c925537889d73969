/** What becomes of inputs that an earlier run has left, and that are not to be created now. */
import { callFieldsOf } from "../analysis/call-fields.js";
import { newCreationId } from "../analysis/ledger.js";
import { createToken } from "../analysis/resume.js";
import { SubmissionUncertainError, unknownWhetherCreated } from "../errors/flow-errors.js";
import { ConfigurationError } from "../errors/request-errors.js";
import type { BatchInput } from "./batch-journal.js";

/** @param audioUrl the recording's address, once it was uploaded */
export function leftUncertain(
  input: BatchInput<unknown>,
  { audioUrl, baseUrl }: { audioUrl: string | undefined; baseUrl: string },
): SubmissionUncertainError {
  const message = `This call was sent by an earlier run, ${unknownWhetherCreated}. Then settle() its key.`;
  const error = Object.assign(new SubmissionUncertainError(message), { stage: "create" as const });
  if (audioUrl === undefined) return error;
  const call = callFieldsOf({ ...input, audio_url: audioUrl });
  return Object.assign(error, { resume: createToken({ baseUrl, id: newCreationId(), call }, true) });
}

const leftOut = "This input was settled with { skip: true }. To create it, settle() it with { recreate: true }.";

/** The error of an input that a person decided to skip. */
export function skippedError(): ConfigurationError {
  return new ConfigurationError(leftOut);
}

/** Whether an input was left out, which is no failure. */
export function isSkipped(error: unknown): boolean {
  return ConfigurationError.is(error) && error.message === leftOut;
}
