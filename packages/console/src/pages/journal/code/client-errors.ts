/** The error that the client throws for a request, as a test expects it. */
import type { JournalEntry } from "@call-analysis/mock";

/** The classes of statuses. A further 5xx is a `ServerError`. */
const names: Readonly<Record<number, string>> = {
  400: "BadRequestError",
  401: "AuthenticationError",
  403: "PermissionDeniedError",
  404: "NotFoundError",
  409: "ConflictError",
  422: "UnprocessableEntityError",
  429: "RateLimitError",
};

/**
 * The name of the error, and of one about a status the status; undefined where the client does not fail for sure.
 *
 * @param faults the names that the journal has for what made it fail
 */
export function errorOf({ operation, status }: JournalEntry, faults: readonly string[]): object | undefined {
  const broken = faults.find((name) => /^(network|body|upload cut)/.test(name));
  const isRefused = status !== null && status >= 400 && !broken;
  if (!broken && !isRefused && status !== null) return undefined;
  // A client cannot know whether a call was created, unless the service has refused to.
  const isCertain = isRefused && status < 500 && status !== 408;
  if (operation === "createCall" && !isCertain) return { name: "SubmissionUncertainError" };
  const refusal = operation === "uploadRecording" ? "UploadError" : names[status ?? 0];
  if (isRefused) return { name: refusal ?? (status >= 500 ? "ServerError" : "ApiError"), status };
  if (!broken || /timeout|stall/.test(broken)) return { name: "TimeoutError" };
  if (!/empty|malformed/.test(broken)) return { name: "ConnectionError" };
  // A client that does not read the response notices nothing.
  return operation === "deleteAgent" ? undefined : { name: "ResponseFormatError" };
}
