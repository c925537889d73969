/** What a failure of `fetch` proves: whether anything was sent. A pure rule over the codes of the runtimes. */
import { ConnectionError } from "../errors/request-errors.js";
import { isObject, isText } from "../value-kinds.js";

/**
 * Codes of failures before the first byte of a request leaves: unknown host, connection refused, a certificate that this
 * side did not accept. Alerts of the other side say CERTIFICATE, and may come after a request was sent.
 */
const codesBeforeSending =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$|CERT(?!IFICATE)/;

/** System calls before the first byte: ETIMEDOUT and EHOSTUNREACH prove something only in these. */
const callsBeforeSending = /^(getaddrinfo|connect)$/;

/**
 * Words of failures whose codes prove nothing by themselves, because they also occur after a request was sent: a port
 * that the fetch standard blocks; a TLS handshake that was cut; bytes that are not TLS, as long as OpenSSL has not agreed
 * on a version ("tlsany"; older ones do not say so).
 */
const wordsBeforeSending = /^bad port$|before secure TLS connection was established|:tls_.*\/tlsany_meth\.c/;
/** undici's words for a proxy that refused to connect, with its status. */
const refusedByProxy = /^Proxy response \(\d+\)/;

/** How many causes are followed; a chain of causes may be circular. */
const longestChain = 8;

interface Failure {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** The error for a request without a response. `cause` is what `fetch` rejected with, without any key. */
export function connectionError(
  what: string,
  { cause, requestSent }: { cause: unknown; requestSent: boolean },
): ConnectionError {
  const found = requestSent ? "the connection broke" : "the service was not reached";
  const message = `${what}: ${found} (${reasonOf(cause)}). Check the address and the network.`;
  return new ConnectionError(message, { cause, requestSent });
}

/** The error for a response whose body broke off: the request was sent, and may have been processed. */
export function brokenResponse(what: string, cause: unknown): ConnectionError {
  const message = `${what}: the response broke off (${reasonOf(cause)}). Check the network and the proxies.`;
  return new ConnectionError(message, { cause, requestSent: true });
}

/** Deno's words for every failure before a connection was there: of TCP, of TLS, of a proxy. */
export function neverConnected(failure: unknown): boolean {
  return chainOf(failure).some(({ message }) => String(message).includes("client error (Connect)"));
}

/** A host with several addresses fails with an AggregateError: each of them must have failed before sending. */
export function provesNothingSent(failure: unknown): boolean {
  for (const { code, syscall, message, errors } of chainOf(failure)) {
    if (Array.isArray(errors) && errors.length > 0) return errors.every(provesNothingSent);
    if (callsBeforeSending.test(String(syscall))) return true;
    if (wordsBeforeSending.test(String(message)) || refusedByProxy.test(String(message))) return true;
    if (typeof code === "string") return codesBeforeSending.test(code);
  }
  return false;
}

function reasonOf(failure: unknown): string {
  const chain = chainOf(failure);
  const refusal = chain.find(({ message }) => refusedByProxy.test(String(message)))?.message;
  const code = chain.find((link) => typeof link.code === "string")?.code;
  const message = chain.find((link) => isText(link.message))?.message;
  return String(refusal ?? code ?? message ?? "no reason was given");
}

/** A failure and its causes, from whatever realm they are. */
function chainOf(failure: unknown): Failure[] {
  const chain: Failure[] = [];
  for (let link = failure as Failure; isObject(link) && chain.length < longestChain; link = link.cause as Failure) {
    chain.push(link);
  }
  return chain;
}
