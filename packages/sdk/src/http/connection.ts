import { ConnectionError } from "../errors/request-errors.js";

/** Codes of failures before the first byte of a request leaves: no name, nobody listening, no TLS. */
const codesBeforeSending = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
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

/** What the system was doing: ETIMEDOUT and EHOSTUNREACH prove something only then. */
const callsBeforeSending = new Set(["getaddrinfo", "connect"]);

/** Causes are followed this far; a chain may bite its own tail. */
const longestChain = 8;

interface Failure {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/**
 * What `fetch` rejected with, as one error that says whether anything was sent.
 *
 * @param failure the rejection, for its facts
 * @param cause the same without any key, for its texts
 */
export function connectionError(what: string, failure: unknown, cause: unknown): ConnectionError {
  const requestSent = !provesNothingSent(failure);
  const found = requestSent ? "the connection broke" : "the service was not reached";
  const message = `${what}: ${found} (${reasonOf(cause)}). Check the address and the network.`;
  return new ConnectionError(message, { cause, requestSent });
}

/** An answer whose body broke off: the request was carried out, as far as anybody can tell. */
export function brokenAnswer(what: string, cause: unknown): ConnectionError {
  const message = `${what}: the answer broke off (${reasonOf(cause)}). Check the network and the proxies on the way.`;
  return new ConnectionError(message, { cause, requestSent: true });
}

/** A name with several addresses fails with an AggregateError: each of them must have failed early. */
function provesNothingSent(failure: unknown): boolean {
  for (const { code, syscall, message, errors } of chainOf(failure)) {
    if (Array.isArray(errors) && errors.length > 0) return errors.every(provesNothingSent);
    if (callsBeforeSending.has(String(syscall))) return true;
    if (typeof code === "string") return codesBeforeSending.has(code);
    // The fetch standard blocks some ports; undici says so in these words alone.
    if (message === "bad port") return true;
  }
  return false;
}

function reasonOf(failure: unknown): string {
  const chain = chainOf(failure);
  const code = chain.find((link) => typeof link.code === "string")?.code;
  const message = chain.find((link) => typeof link.message === "string" && link.message !== "")?.message;
  return String(code ?? message ?? "no reason was given");
}

/** A failure and its causes, whatever realm they are of. */
function chainOf(failure: unknown): Failure[] {
  const chain: Failure[] = [];
  for (let link = failure as Failure; isObject(link) && chain.length < longestChain; link = link.cause as Failure) {
    chain.push(link);
  }
  return chain;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
