/**
 * Decides by the code and message of a `fetch` failure whether anything can have been sent. Each runtime has its own.
 * Not used for create requests on Node and Bun, where the first read of the body decides: see `unrepeatable-body.ts`.
 * For servers only.
 */
import { chainOf } from "./failure-chain.js";

/**
 * Codes of failures before the first byte is sent: unknown host, connection refused, a certificate that this side
 * rejects, or a dispatcher that `fetch` cannot use. Alerts from the other side contain CERTIFICATE, and may come after
 * a request.
 */
const codesBeforeSending =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|UND_ERR_INVALID_ARG|ConnectionRefused|FailedToOpenSocket|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$|CERT(?!IFICATE)/;

/** System calls before the first byte. ETIMEDOUT and EHOSTUNREACH prove something only together with one of these. */
const callsBeforeSending = /^(getaddrinfo|connect)$/;

/**
 * Messages of failures whose codes prove nothing by themselves: a port that the fetch standard blocks, an interrupted
 * TLS handshake, bytes that are not TLS before OpenSSL has agreed on a version, a proxy that refused to connect, and
 * Deno's messages for all of these.
 */
const wordsBeforeSending =
  /^bad port$|Requests to port \d+ are blocked|before secure TLS connection was established|:tls_.*\/tlsany_meth\.c|^Proxy response \(\d+\)|client error \(Connect\)/;

/**
 * Whether nothing was sent. A host with several addresses fails with an error for each. All of them must be failures
 * before the first byte.
 */
export function provesNothingSent(failure: unknown): boolean {
  for (const { code, syscall, message, errors } of chainOf(failure)) {
    if (Array.isArray(errors) && errors.length > 0) return errors.every(provesNothingSent);
    if (callsBeforeSending.test(String(syscall)) || wordsBeforeSending.test(String(message))) return true;
    if (typeof code === "string") return codesBeforeSending.test(code);
  }
  return false;
}
