/**
 * Tells by the codes and words of a failure of `fetch` whether anything can have been sent. Each runtime has its own. Not asked
 * about creations on Node and Bun, where the first read of the body tells: see `unrepeatable-body.ts`. For servers only.
 */
import { chainOf } from "./connection-error.js";

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

/** Whether nothing was sent. A host with several addresses fails with an error for each: all must have failed before. */
export function provesNothingSent(failure: unknown): boolean {
  for (const { code, syscall, message, errors } of chainOf(failure)) {
    if (Array.isArray(errors) && errors.length > 0) return errors.every(provesNothingSent);
    if (callsBeforeSending.test(String(syscall)) || wordsBeforeSending.test(String(message))) return true;
    if (typeof code === "string") return codesBeforeSending.test(code);
  }
  return false;
}
