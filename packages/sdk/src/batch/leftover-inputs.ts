/** What becomes of an input whose creation an earlier run has left uncertain. */

import { SubmissionUncertainError } from "../errors/flow-errors.js";
import { callFieldsOf } from "../flow/call-fields.js";
import { newCreationId } from "../flow/creation.js";
import { createToken } from "../flow/token.js";
import type { BatchInput } from "../record/journal.js";
import { unknownUntilSettled } from "../request/uncertain.js";

/** @param audioUrl the recording's address, once it was uploaded */
export function leftUncertain(
  input: BatchInput<unknown>,
  { audioUrl, baseUrl }: { audioUrl: string | undefined; baseUrl: string },
): SubmissionUncertainError {
  const error = new SubmissionUncertainError(`An earlier run sent it, ${unknownUntilSettled}`);
  error.stage = "create";
  if (audioUrl === undefined) return error;
  const call = callFieldsOf({ ...input, audio_url: audioUrl });
  error.resume = createToken({ baseUrl, id: newCreationId(), call }, true);
  return error;
}
