/** Why something was not read, in words of this command: the client's errors quote the service, and name its own options. */
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ResponseFormatError,
  TimeoutError,
} from "@call-analysis/sdk";

/** One line without its full stop, in which there is nothing that the service has said. */
export function reasonOf(error: unknown): string {
  if (AuthenticationError.is(error)) return "The service refused the key of CALL_ANALYSIS_API_KEY (401)";
  if (PermissionDeniedError.is(error)) return "The key of CALL_ANALYSIS_API_KEY may not read this (403)";
  if (RateLimitError.is(error)) return "The service has too many requests (429). Run it again later";
  if (NotFoundError.is(error)) return `There is nothing at this address (404). ${checkAddress}`;
  if (ApiError.is(error)) return `The service answered ${error.status}`;
  if (ResponseFormatError.is(error) && isRedirect(error)) {
    return `The service answered with a redirect (${error.status}), which is not followed. ${checkAddress}`;
  }
  if (ResponseFormatError.is(error)) return `The answer is not what the specification shows. ${checkAddress}`;
  // The next attempt would have come too late: what the last one met says more.
  if (TimeoutError.is(error) && ApiError.is(error.cause)) return reasonOf(error.cause);
  if (TimeoutError.is(error)) return "There was no complete answer in time";
  if (ConnectionError.is(error)) return "The service could not be reached. Check --base-url and the network";
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return inFlags(line).replace(/\.$/, "");
}

const checkAddress = "Check that --base-url is the service's own address, and ends with a version such as /v1";

function isRedirect({ status }: ResponseFormatError): boolean {
  return status >= 300 && status < 400;
}

/** What the client says of its options, as one of this command's users knows them. */
export function inFlags(line: string): string {
  return line.replaceAll("apiKey", "CALL_ANALYSIS_API_KEY").replaceAll("baseUrl", "--base-url");
}

/** A line about a call. Ids of visible ASCII stand as they are; others might change the terminal. */
export function problemOf(callId: string, reason: string): string {
  return `${/^[\x21-\x7e]+$/.test(callId) ? callId : JSON.stringify(callId)}: ${reason}.`;
}
