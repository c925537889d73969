import { AbortError, ApiError, ConnectionError, RateLimitError, ServerError, TimeoutError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { isAboutAll, resultOfFailure, resultOfResponse } from "../src/pages/campaigns/send-result.ts";

const api = (Class: typeof ApiError, status: number, body: unknown = {}) =>
  new Class("It failed.", { status, requestId: null, headers: new Headers(), body, fieldErrors: [] });

test.each([
  ["a 422", api(ApiError, 422), "refused"],
  ["a 503", api(ServerError, 503), "uncertain"],
  ["a 408", api(ApiError, 408), "uncertain"],
  ["a 429", api(RateLimitError, 429), "not sent"],
  [
    "a 502 of the proxy that nothing was created",
    api(ServerError, 502, { error: { code: "not_created" } }),
    "not sent",
  ],
  [
    "a 409 of the proxy that it is unknown",
    api(ApiError, 409, { error: { code: "submission_uncertain" } }),
    "uncertain",
  ],
  ["a connection that broke", new ConnectionError("It broke.", { requestSent: true }), "uncertain"],
  ["a connection that was never made", new ConnectionError("It broke.", { requestSent: false }), "not sent"],
  ["a response that never came", new TimeoutError("Too late.", { requestSent: true, kind: "attempt" }), "uncertain"],
  ["an abort after sending", new AbortError("Stopped.", { requestSent: true }), "uncertain"],
  ["anything else", new TypeError("What?"), "uncertain"],
])("after %s a prospect is what it is known to be", (_, error, state) => {
  expect(resultOfFailure(error).state).toBe(state);
});

test("a response of success that says that nothing was added is a refusal", () => {
  expect(resultOfResponse({ success: false, message: "Blocked.", added_count: 0 })).toEqual({
    state: "refused",
    message: "Blocked.",
  });
});

test("a refused row does not stop the others, and a missing campaign does", () => {
  expect(isAboutAll(api(ApiError, 422))).toBe(false);
  expect(isAboutAll(api(ServerError, 503))).toBe(false);
  expect(isAboutAll(api(ApiError, 404))).toBe(true);
  expect(isAboutAll(new ConnectionError("It broke.", { requestSent: true }))).toBe(true);
});
