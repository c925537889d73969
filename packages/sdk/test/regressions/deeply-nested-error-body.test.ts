import { BadRequestError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

const deep = `${"[".repeat(50_000)}1${"]".repeat(50_000)}`;

test.each([
  ["somewhere", `{"more":${deep}}`],
  ["as the place of a field", `{"detail":[{"loc":[${deep}],"msg":"no"}]}`],
])("an error body nested 50,000 deep %s is an error like any other", async (_name, body) => {
  const { fetch } = oneOffFetch(new Response(body, { status: 400 }));
  const error = await rejectionOf(clientWith(fetch).agents.list(), BadRequestError);
  expect(JSON.stringify(error)).toContain('"status":400');
});
