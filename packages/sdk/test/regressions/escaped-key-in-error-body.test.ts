import { BadRequestError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

const apiKey = "part/one+part/two";
const escaped = [...apiKey].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

test.each([
  ["as \\u escapes", escaped],
  ["with escaped slashes", apiKey.replaceAll("/", "\\/")],
])("a key that the error body writes %s does not come out of the parsed body", async (_name, echo) => {
  const { fetch } = oneOffFetch(new Response(`{"detail":"no key ${echo}","${echo}":["${echo}"]}`, { status: 400 }));
  const error = await rejectionOf(clientWith(fetch, { apiKey }).agents.list(), BadRequestError);
  expect(error.message).not.toContain(apiKey);
  expect(JSON.stringify(error.body)).toBe('{"detail":"no key [redacted]","[redacted]":["[redacted]"]}');
});
