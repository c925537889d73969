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
