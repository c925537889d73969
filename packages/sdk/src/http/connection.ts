import { ConnectionError } from "../errors/request-errors.js";

/** Codes of failures before the first byte of a request leaves: no name, no route, nobody listening, no TLS. */
const codesBeforeSending = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** What `fetch` rejected with, as one error that says whether anything was sent. */
export function connectionError(what: string, failure: unknown, cause: unknown): ConnectionError {
  const requestSent = !provesNothingSent(failure);
  const code = firstCode(failure);
  const why = code ?? (failure instanceof Error ? failure.message : "the connection failed");
  const message = `${what}: ${requestSent ? "the connection broke" : "the service was not reached"} (${why}). Check the address and the network.`;
  return new ConnectionError(message, { cause, requestSent });
}

/** A name with several addresses fails with an AggregateError: each of them must have failed early. */
function provesNothingSent(failure: unknown): boolean {
  if (failure instanceof AggregateError && failure.errors.length > 0) return failure.errors.every(provesNothingSent);
  if (!(failure instanceof Error)) return false;
  const code = codeOf(failure);
  if (code !== undefined) return codesBeforeSending.has(code);
  return provesNothingSent(failure.cause);
}

function firstCode(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return undefined;
  return codeOf(failure) ?? firstCode(failure.cause);
}

function codeOf(failure: Error): string | undefined {
  const { code } = failure as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}
