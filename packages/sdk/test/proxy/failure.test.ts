/** What a browser is told of each kind of failure. */
import { AbortError, ConnectionError, TimeoutError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { ApiError } from "../../src/errors/api-errors.js";
import { failureReply } from "../../src/proxy/failure.js";

const nothingMore = { requestId: null, headers: new Headers(), body: null, fieldErrors: [] };
const refusedWith = (status: number, more: object = {}) => new ApiError("no", { status, ...nothingMore, ...more });

test.each<[string, unknown, number, string, object | undefined]>([
  ["a refusal", refusedWith(404), 404, "refused", {}],
  ["a refusal with a request id", refusedWith(404, { requestId: "r-1" }), 404, "refused", { "x-request-id": "r-1" }],
  ["a busy service", refusedWith(503, { retryAfterMs: 1_001 }), 503, "service_unavailable", { "retry-after": "2" }],
  ["a service that failed", refusedWith(500), 502, "service_unavailable", {}],
  ["no connection", new ConnectionError("no", { requestSent: false }), 502, "service_unavailable", undefined],
  ["no answer", new TimeoutError("no", { kind: "attempt", requestSent: true }), 504, "service_unavailable", undefined],
  ["a browser that has gone", new AbortError("no", { requestSent: false }), 499, "aborted", undefined],
  ["an error of the server", new Error("no"), 500, "proxy_failed", undefined],
])("%s has its status, its code and its headers", (_name, failure, status, code, headers) => {
  expect(failureReply(failure)).toEqual({ status, body: { error: expect.objectContaining({ code }) }, headers });
});

test("of refused fields a hundred are passed on, with 500 characters of each", () => {
  const field = { path: "p".repeat(501), message: "m".repeat(501) };
  const { body } = failureReply(refusedWith(422, { fieldErrors: Array(101).fill(field) }));
  const passedOn = { path: "p".repeat(500), message: "m".repeat(500) };
  expect(body).toMatchObject({ error: { fields: Array(100).fill(passedOn) } });
});
