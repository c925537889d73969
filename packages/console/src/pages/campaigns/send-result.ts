/** What became of a prospect that was sent. */
import {
  ApiError,
  CallAnalysisError,
  ConfigurationError,
  ConnectionError,
  KeyProviderError,
  type ProspectResult,
  RateLimitError,
  TimeoutError,
} from "@call-analysis/sdk";

/** `uncertain`: the service may have added it, and no usable response came back. It is never sent again. */
export type SendState = "ready" | "sending" | "added" | "refused" | "uncertain" | "not sent";

/** A state, and what the service or the client said. */
export interface SendResult {
  state: SendState;
  message: string;
}

/** From a response of success: the service can say in it that it did not add the prospect. */
export function resultOfResponse({ success, message }: ProspectResult): SendResult {
  return { state: success ? "added" : "refused", message: message ?? "" };
}

/** From a failure. */
export function resultOfFailure(error: unknown): SendResult {
  const message = error instanceof Error ? error.message : String(error);
  return { state: stateOfFailure(error), message };
}

function stateOfFailure(error: unknown): SendState {
  if (ApiError.is(error)) return stateOfRefusal(error);
  if (!CallAnalysisError.is(error)) return "uncertain";
  if (ConfigurationError.is(error) || KeyProviderError.is(error)) return "not sent";
  const neverLeft = (ConnectionError.is(error) || TimeoutError.is(error)) && !error.requestSent;
  return neverLeft ? "not sent" : "uncertain";
}

/** As the client decides what it may repeat: a 408 and every 5xx may come after the work was done. */
function stateOfRefusal(error: ApiError): SendState {
  const code: unknown = Object(Object(error.body).error).code;
  if (code === "submission_uncertain") return "uncertain";
  if (code === "not_created" || RateLimitError.is(error)) return "not sent";
  return error.status === 408 || error.status >= 500 ? "uncertain" : "refused";
}

/** Whether a failure is about every prospect, so that no other one should be tried: no key, no campaign, no connection. */
export function isAboutAll(error: unknown): boolean {
  if (ApiError.is(error)) return [401, 403, 404, 429].includes(error.status);
  return CallAnalysisError.is(error);
}
