import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  CallAnalysisError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableEntityError,
} from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

async function errorFor(status: number) {
  const { fetch } = oneOffFetch(Response.json({ message: "what the service says" }, { status }));
  return rejectionOf(clientWith(fetch, { retry: false }).agents.list(), ApiError);
}

test.each([
  [400, BadRequestError, "bad_request", false],
  [401, AuthenticationError, "authentication", false],
  [403, PermissionDeniedError, "permission_denied", false],
  [404, NotFoundError, "not_found", false],
  [409, ConflictError, "conflict", false],
  [422, UnprocessableEntityError, "unprocessable_entity", false],
  [429, RateLimitError, "rate_limit", true],
  [500, ServerError, "server_error", true],
  [503, ServerError, "server_error", true],
  [599, ServerError, "server_error", true],
  [408, ApiError, "api_error", true],
  [402, ApiError, "api_error", false],
  [418, ApiError, "api_error", false],
])(
  "%d has its class, its code, its isRetryable, and a message that says what happened, to what, and what to do next",
  async (status, type, code, isRetryable) => {
    const error = await errorFor(status);
    expect(error).toMatchObject({ status, code, isRetryable, name: type.className });
    expect(type.is(error) && ApiError.is(error) && CallAnalysisError.is(error)).toBe(true);
    expect(error.message).toMatch(
      new RegExp(`^GET https://service\\.test/v1/agents: ${status} \\(what the service says\\)\\. [A-Z].+\\.$`),
    );
  },
);

test.each<[string, number, boolean]>([
  ["https://service.test", 404, true],
  ["https://service.test/api", 404, true],
  ["https://service.test/v1/calls", 404, true],
  ["https://service.test", 400, false],
  ["https://service.test/v1", 404, false],
  ["https://service.test/api/v2beta", 404, false],
])("with the base URL %s a %d says that the version segment is missing: %s", async (baseUrl, status, isSaid) => {
  const { fetch } = oneOffFetch(new Response(null, { status }));
  const { message } = await rejectionOf(clientWith(fetch, { baseUrl, retry: false }).agents.list(), ApiError);
  expect(message.includes("does not end with a version segment")).toBe(isSaid);
});
