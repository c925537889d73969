import { runInNewContext } from "node:vm";
import { ConnectionError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { provesNothingSent } from "../../src/request/error-from-fetch.js";
import { originNobodyServes } from "../support/closed-port.ts";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { raw, reset } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";

test("a refused connection says that the service was not reached, and why", async () => {
  const origin = await originNobodyServes();
  const error = await rejectionOf(clientOf({ baseUrl: `${origin}/v1` }).agents.list(), ConnectionError);
  expect(error.message).toBe(
    `GET ${origin}/v1/agents: the service was not reached (ECONNREFUSED). Check the address and the network.`,
  );
  expect(error).toMatchObject({ code: "connection", requestSent: false, isRetryable: true });
});

test.each([
  ["a reset", reset()],
  ["an end without a response", raw("")],
])("%s says that the connection broke, and keeps fetch's own error as the cause", async (_name, scripted) => {
  const service = await startScriptedService(scripted);
  const error = await rejectionOf(clientOf(service).agents.list(), ConnectionError);
  expect(error.message).toMatch(/\/v1\/agents: the connection broke \([A-Z_]+\)\./);
  expect(error.requestSent).toBe(true);
  expect(error.cause).toBeInstanceOf(TypeError);
});

test("a fetch that rejects without a code gives its message as the reason", async () => {
  const failure = new TypeError("Failed to fetch");
  const { fetch } = oneOffFetch(failure);
  const error = await rejectionOf(clientWith(fetch).agents.list(), ConnectionError);
  expect(error.message).toContain("the connection broke (Failed to fetch)");
  expect(error.cause).toBe(failure);
});

test("an error that is its own cause does not make an endless loop", async () => {
  const failure = new Error("round");
  failure.cause = failure;
  const { fetch } = oneOffFetch(failure);
  const error = await rejectionOf(clientWith(fetch).agents.list(), ConnectionError);
  expect(JSON.stringify(error)).toContain("round");
});

test.each([undefined, null, "a text", 7])("a fetch that rejects with %j is a connection error", async (failure) => {
  const fetch = () => Promise.reject(failure);
  const error = await rejectionOf(clientWith(fetch).agents.list(), ConnectionError);
  expect(error.requestSent).toBe(true);
});

/** A failure of `fetch` with this as its cause. */
const withCause = (cause: object) => new TypeError("fetch failed", { cause });
const coded = (code: string, syscall?: string) => Object.assign(new Error(code), { code, ...(syscall && { syscall }) });

test.each<[string, unknown, boolean]>([
  ["a name that does not resolve", withCause(coded("ENOTFOUND")), true],
  ["a name that does not resolve for now", withCause(coded("EAI_AGAIN")), true],
  ["another failure to find the name", withCause(coded("EAI_FAIL", "getaddrinfo")), true],
  ["a refused connection", withCause(coded("ECONNREFUSED")), true],
  ["a refused connection on Bun", coded("ConnectionRefused"), true],
  ["a socket that Bun cannot open", coded("FailedToOpenSocket"), true],
  ["a connect timeout of fetch", withCause(coded("UND_ERR_CONNECT_TIMEOUT")), true],
  ["a connect timeout of the system", withCause(coded("ETIMEDOUT", "connect")), true],
  ["a certificate that this side did not accept", withCause(coded("DEPTH_ZERO_SELF_SIGNED_CERT")), true],
  ["a certificate whose issuer is not sent", withCause(coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE")), true],
  ["a port that fetch blocks", withCause(new Error("bad port")), true],
  ["a refused connection in another realm", runInNewContext('({ cause: { code: "ECONNREFUSED" } })'), true],
  ["refusals of all addresses", withCause(new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")])), true],
  ["a timeout while reading", withCause(coded("ETIMEDOUT", "read")), false],
  ["an unreachable host while reading", withCause(coded("EHOSTUNREACH", "read")), false],
  ["a reset", withCause(coded("ECONNRESET")), false],
  ["an alert about this side's certificate", withCause(coded("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED")), false],
  ["a reset of the first address", withCause(new AggregateError([coded("ECONNRESET"), coded("ECONNREFUSED")])), false],
  ["a reset of the last address", withCause(new AggregateError([coded("ECONNREFUSED"), coded("ECONNRESET")])), false],
  ["no reason at all", new TypeError("fetch failed"), false],
])("what proves that no byte of a request left, and what does not: %s", (_name, failure, proves) => {
  expect(provesNothingSent(failure)).toBe(proves);
});
