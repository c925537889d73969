import { ResponseFormatError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith, testKey } from "../support/test-client.ts";

const headers = { "x-request-id": `for-${testKey}`, location: `https://elsewhere.test/?k=${testKey}` };

test.each([
  ["a redirect", new Response(null, { status: 302, headers })],
  ["HTML", new Response("<html>", { headers })],
])("%s whose request id echoes the key gives an error without it", async (_name, response) => {
  const { fetch } = oneOffFetch(response);
  const error = await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
  expect(error.requestId).toBe("for-[redacted]");
  expect(JSON.stringify(error)).not.toContain(testKey);
});
