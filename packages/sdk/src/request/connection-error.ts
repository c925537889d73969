/** Tells by the codes and words of a failure of `fetch` whether anything can have been sent. Each runtime has its own. */
import { ConnectionError } from "../errors.js";
import type { Redactor } from "./redact.js";

/**
 * Codes of failures before the first byte leaves: unknown host, connection refused, a certificate that this side did not
 * accept, a dispatcher that `fetch` cannot use. Alerts of the other side say CERTIFICATE, and may come after a request.
 */
const codesBeforeSending =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|UND_ERR_INVALID_ARG|ConnectionRefused|FailedToOpenSocket|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$|CERT(?!IFICATE)/;

/** System calls before the first byte: ETIMEDOUT and EHOSTUNREACH prove something only in these. */
const callsBeforeSending = /^(getaddrinfo|connect)$/;

/**
 * Words of failures whose codes prove nothing by themselves: a port that the fetch standard blocks; a TLS handshake that was
 * cut; bytes that are not TLS, as long as OpenSSL has not agreed on a version; a proxy that refused to connect; Deno's for all
 * of these.
 */
const wordsBeforeSending =
  /^bad port$|Requests to port \d+ are blocked|before secure TLS connection was established|:tls_.*\/tlsany_meth\.c|^Proxy response \(\d+\)|client error \(Connect\)/;

/** A chain of causes may be circular. */
const longestChain = 8;

interface Failure {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** Whether nothing was sent. A host with several addresses fails with an error for each: all must have failed before. */
export function provesNothingSent(failure: unknown): boolean {
  for (const { code, syscall, message, errors } of chainOf(failure)) {
    if (Array.isArray(errors) && errors.length > 0) return errors.every(provesNothingSent);
    if (callsBeforeSending.test(String(syscall)) || wordsBeforeSending.test(String(message))) return true;
    if (typeof code === "string") return codesBeforeSending.test(code);
  }
  return false;
}

export function connectionError(
  what: string,
  failure: unknown,
  { redactor, requestSent }: { redactor: Redactor; requestSent: boolean },
): ConnectionError {
  const found = requestSent ? "the connection broke" : "the service was not reached";
  const message = `${what}: ${found} (${redactor.text(reasonOf(failure))}). Check the URL and the network.`;
  return new ConnectionError(message, { cause: redactor.cause(failure), requestSent });
}

/** The innermost words and the code. */
function reasonOf(failure: unknown): string {
  const chain = chainOf(failure);
  const words = chain.map(({ message }) => message).filter((message) => typeof message === "string" && message !== "");
  const code = chain.find((link) => typeof link.code === "string")?.code;
  const reason = String(words.at(-1) ?? code ?? "no reason was given");
  return code === undefined || reason.includes(String(code)) ? reason : `${reason}, ${code}`;
}

/** A failure and its causes, from whatever realm they are. */
function chainOf(failure: unknown): Failure[] {
  const chain: Failure[] = [];
  for (let link = failure as Failure; typeof link === "object" && link !== null; link = link.cause as Failure) {
    if (chain.push(link) >= longestChain) break;
  }
  return chain;
}
