import { CallAnalysisError, ConfigurationError, SubmissionUncertainError } from "@call-analysis/sdk";

/** The answer to an error of the client. Its message is for the server's log alone. @throws whatever else it is given */
export function problemOf(error: unknown): Response {
  if (!CallAnalysisError.is(error)) throw error;
  // One with a cause is about the server, and not about what was sent.
  if (ConfigurationError.is(error) && error.cause === undefined)
    return answer(400, "The recording cannot be used, or a field is missing.");
  // A creation that is uncertain has a token, which is JSON without secrets. Keep it where somebody settles it.
  console.error(error);
  if (SubmissionUncertainError.is(error))
    return answer(502, "Nobody knows yet whether the call was created. Do not send the recording again.");
  if (error.isRetryable)
    return answer(503, "The analysis service cannot be reached at the moment. Try again in a minute.");
  return answer(502, "The analysis service refused the request. Check the agent and the category.");
}

function answer(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
