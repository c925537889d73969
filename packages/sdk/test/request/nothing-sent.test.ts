/** What a failure of `fetch` proves: whether a byte of the request can have left. */
import { runInNewContext } from "node:vm";
import { ConnectionError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

const coded = (code: string, syscall?: string) =>
  Object.assign(new Error("words"), { code, ...(syscall && { syscall }) });
/** As `fetch` rejects. */
const because = (cause: unknown) => new TypeError("fetch failed", { cause });

async function createWith(failure: unknown) {
  const { fetch, calls } = oneOffFetch(() => Promise.reject(failure));
  const error = await failureOf(clientWith(fetch).agents.create({ name: "Asha", email: "asha@example.com" }));
  return { error, sendings: calls.length };
}

const proving: [what: string, failure: unknown][] = [
  ["a name that does not resolve", because(coded("ENOTFOUND"))],
  ["a name that does not resolve for now", because(coded("EAI_AGAIN"))],
  ["another failure to find the name", because(coded("EAI_FAIL", "getaddrinfo"))],
  ["a refused connection", because(coded("ECONNREFUSED"))],
  ["a refused connection on Bun", coded("ConnectionRefused")],
  ["a socket that Bun cannot open", coded("FailedToOpenSocket")],
  ["a connect timeout of undici", because(coded("UND_ERR_CONNECT_TIMEOUT"))],
  ["a connect timeout of the system", because(coded("ETIMEDOUT", "connect"))],
  ["a host that cannot be reached", because(coded("EHOSTUNREACH", "connect"))],
  ["a dispatcher of another undici", because(coded("UND_ERR_INVALID_ARG"))],
  ["a certificate that this side did not accept", because(coded("DEPTH_ZERO_SELF_SIGNED_CERT"))],
  ["a certificate that has expired", because(coded("CERT_HAS_EXPIRED"))],
  ["a certificate whose issuer is not sent", because(coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE"))],
  ["a port that fetch blocks", because(new Error("bad port"))],
  ["a TLS handshake that was cut", because(new Error("socket closed before secure TLS connection was established"))],
  ["a proxy that refused to connect", because(new Error("Proxy response (407) !== 200 when HTTP Tunneling"))],
  ["Deno's failure to connect", new TypeError("client error (Connect): tcp connect error")],
  ["a refused connection in another realm", runInNewContext('({ cause: { code: "ECONNREFUSED" } })')],
  ["refusals of all addresses", because(new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")]))],
];

test("a failure before the first byte proves that nothing was sent, and a creation is sent again", async () => {
  await checkRows(proving, async (failure) => {
    const { error, sendings } = await createWith(failure);
    expect(error).toMatchObject({ name: "ConnectionError", requestSent: false, attempts: 3 });
    expect(sendings).toBe(3);
  });
});

const open: [what: string, failure: unknown][] = [
  ["a timeout while reading", because(coded("ETIMEDOUT", "read"))],
  ["an unreachable host while reading", because(coded("EHOSTUNREACH", "read"))],
  ["a reset", because(coded("ECONNRESET"))],
  ["a closed socket", because(coded("UND_ERR_SOCKET"))],
  ["the other side's alert about a certificate", because(coded("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"))],
  ["a reset of one of two addresses", because(new AggregateError([coded("ECONNREFUSED"), coded("ECONNRESET")]))],
  ["no reason at all", new TypeError("fetch failed")],
  ["what is no error", "no"],
];

test("any other failure proves nothing, and a creation is not sent again", async () => {
  await checkRows(open, async (failure) => {
    const { error, sendings } = await createWith(failure);
    expect(error).toMatchObject({ name: "ConnectionError", requestSent: true, attempts: 1 });
    expect(sendings).toBe(1);
  });
});

test("the message has the words of the failure and its code", async () => {
  const failure = because(Object.assign(new Error("invalid onError method"), { code: "UND_ERR_INVALID_ARG" }));
  const error = await rejectionOf(clientWith(oneOffFetch(failure).fetch).agents.list(), ConnectionError);
  expect(error.message).toContain("(invalid onError method, UND_ERR_INVALID_ARG)");
});
