import { ResponseFormatError, ResponseValidationError } from "@call-analysis/sdk";
import { createValidator } from "@call-analysis/sdk/schemas";
import { expect, test } from "vitest";
import { Secrets } from "../../src/request/redaction.js";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";

const presignedUrl = "https://store.test/a.wav?X-Amz-Signature=5e1f&X-Amz-Expires=900";

test.each(["https://elsewhere.test/sign-in", "//elsewhere.test/sign-in", "/sign-in", ""])(
  "a redirect to '%s' is told without its query, which may be a signature",
  async (address) => {
    const headers = { location: `${address}?signature=signed-4711` };
    const { fetch } = oneOffFetch(new Response(null, { status: 302, headers }));
    const error = await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
    expect(error.message).toContain(`redirect to ${address}?[redacted]`);
    expect(textsOf(error).join()).not.toContain("signed-4711");
  },
);

test.each([
  ["without its other address", JSON.stringify({ data: { presignedUrl } })],
  ["with escaped slashes", JSON.stringify({ data: { presignedUrl } }).replaceAll("/", "\\/")],
  ["cut in half", JSON.stringify({ data: { presignedUrl } }).slice(0, -9)],
])("a grant %s gives an error without its signature", async (_name, body) => {
  const { fetch } = oneOffFetch(new Response(body));
  const error = await rejectionOf(
    clientWith(fetch).calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" }),
    ResponseFormatError,
  );
  for (const text of textsOf(error)) expect(text).not.toContain("5e1f");
  expect(error.excerpt).toMatch(/store\.test.*a\.wav\?\[redacted\]/);
});

test("a grant that differs from the contract gives a validation error without its signature", async () => {
  const data = { presignedUrl, publicUrl: "https://store.test/a.wav" };
  const { fetch } = oneOffFetch(Response.json({ data }));
  const sdk = clientWith(fetch, { validate: { mode: "strict", validator: createValidator() } });
  const error = await rejectionOf(
    sdk.calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" }),
    ResponseValidationError,
  );
  for (const text of textsOf(error)) expect(text).not.toContain("5e1f");
});

test("an address of a service with a short key stays readable", async () => {
  const { fetch } = oneOffFetch(new Response(null, { status: 404 }));
  const error = await failureOf(clientWith(fetch, { apiKey: "test" }).agents.list());
  expect(String(error)).toContain("GET https://service.test/v1/agents: 404");
});

test("a text of 1.4 million characters is redacted in a time that grows with its length, and not with its square", () => {
  const text = "http://".repeat(200_000);
  expect(new Secrets().redact(text)).toBe(text);
});
