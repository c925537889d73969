import { CallAnalysisError, ConfigurationError, SubmissionUncertainError } from "@call-analysis/sdk";

/** The answer to an error of the client, whose message goes only to the server's log. @throws any other error */
export function problemOf(error: unknown): Response {
  if (!CallAnalysisError.is(error)) throw error;
  // An error with a cause concerns the server, not the request.
  if (ConfigurationError.is(error) && error.cause === undefined)
    return answer(400, "The recording cannot be used, or a field is missing.");
  // The error of an uncertain call has a token, which is JSON without secrets. Store it for the person who settles it.
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
