import { inspect } from "node:util";
import {
  BadRequestError,
  ConnectionError,
  KeyProviderError,
  ResponseFormatError,
  ResponseValidationError,
} from "@call-analysis/sdk";
import { createValidator } from "@call-analysis/sdk/schemas";
import { expect, test } from "vitest";
import { Secrets } from "../../src/request/redaction.js";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { fetchFailed, oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList } from "../support/samples.ts";
import { clientWith, testKey } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";

const slashedKey = "part/one+part/two";
const escapedKey = [...slashedKey]
  .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
  .join("");
const presignedUrl = "https://store.test/a.wav?X-Amz-Signature=5e1f&X-Amz-Expires=900";

const show = (error: unknown) => inspect(error, { depth: null, showHidden: true });

test("a connection error has no key, although fetch rejects with a message that has it", async () => {
  const { fetch } = oneOffFetch(new TypeError(`invalid header value: Bearer ${testKey}`));
  const error = await rejectionOf(clientWith(fetch).agents.list(), ConnectionError);
  expect(show(error)).not.toContain(testKey);
});

test("a key ten causes deep is not in the error", async () => {
  let failure = new Error(`the socket said ${testKey}`);
  for (let depth = 0; depth < 10; depth += 1) failure = new Error("outer", { cause: failure });
  const { fetch } = oneOffFetch(failure);
  expect(show(await failureOf(clientWith(fetch).agents.list()))).not.toContain(testKey);
});

test("a key that only the stack of a cause still shows is not in the error", async () => {
  const failure = new Error(`sent ${testKey}`);
  failure.message = "sent something";
  const { fetch } = oneOffFetch(failure);
  expect(show(await failureOf(clientWith(fetch).agents.list()))).not.toContain(testKey);
});

test("a key inside a Map, a Headers or a closure of a cause is not in the error", async () => {
  const request = { headers: new Headers({ authorization: testKey }), more: new Map([["key", testKey]]) };
  const failure = Object.assign(new Error("no"), { request, toJSON: () => testKey });
  const { fetch } = oneOffFetch(failure);
  const error = await failureOf(clientWith(fetch).agents.list());
  expect(show(error)).not.toContain(testKey);
  expect(JSON.stringify((error as Error).cause)).not.toContain(testKey);
});

test.each([
  ["as \\u escapes", escapedKey],
  ["with escaped slashes", slashedKey.replaceAll("/", "\\/")],
])("a key that an error body spells %s is not in the parsed body", async (_name, echo) => {
  const { fetch } = oneOffFetch(new Response(`{"detail":"no key ${echo}","${echo}":["${echo}"]}`, { status: 400 }));
  const error = await rejectionOf(clientWith(fetch, { apiKey: slashedKey }).agents.list(), BadRequestError);
  expect(error.message).not.toContain(slashedKey);
  expect(JSON.stringify(error.body)).toBe('{"detail":"no key [redacted]","[redacted]":["[redacted]"]}');
});

test("a body that begins with the key does not show the key's first half in the parser's message", async () => {
  const { fetch } = oneOffFetch(new Response(`${testKey} is not JSON, and long enough to be cut by the parser`));
  const error = await failureOf(clientWith(fetch).agents.list());
  expect(inspect(error, { depth: null })).not.toContain(testKey.slice(0, 8));
});

test("a response that repeats the key and differs from the contract gives an error without the key", async () => {
  const { fetch } = oneOffFetch(Response.json({ data: [{ id: testKey, [testKey]: { [testKey]: [testKey] } }] }));
  const sdk = clientWith(fetch, { validate: { mode: "strict", validator: createValidator() } });
  const error = await failureOf(sdk.agents.list());
  expect(show(error)).not.toContain(testKey);
});

const echoingHeaders = { "x-request-id": `for-${testKey}`, location: `https://elsewhere.test/?k=${testKey}` };

test.each([
  ["a redirect", new Response(null, { status: 302, headers: echoingHeaders })],
  ["HTML", new Response("<html>", { headers: echoingHeaders })],
])("%s whose request id repeats the key gives an error without it", async (_name, response) => {
  const { fetch } = oneOffFetch(response);
  const error = await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
  expect(error.requestId).toBe("for-[redacted]");
  expect(JSON.stringify(error)).not.toContain(testKey);
});

test.each(["https://elsewhere.test/sign-in", "//elsewhere.test/sign-in", "/sign-in", ""])(
  "a redirect to '%s' is told without its query, which may be a signature",
  async (address) => {
    const headers = { location: `${address}?signature=signed-4711` };
    const { fetch } = oneOffFetch(new Response(null, { status: 302, headers }));
    const error = await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
    expect(error.message).toContain(`redirect to ${address}?[redacted]`);
    expect(show(error)).not.toContain("signed-4711");
  },
);

test("a key that begins with another key is taken out whole", async () => {
  const { fetch } = oneOffFetch(Response.json({ detail: "bad key-abc-campaign" }, { status: 400 }));
  const sdk = clientWith(fetch, { apiKey: "key-abc", campaignApiKey: "key-abc-campaign" });
  const error = await rejectionOf(sdk.agents.list(), BadRequestError);
  expect(error.body).toEqual({ detail: "bad [redacted]" });
});

test("a fixed key is still taken out after many rotations of the other one", async () => {
  const { fetch } = oneOffFetch(Response.json({ detail: "not campaign-key-1" }, { status: 400 }));
  let turn = 0;
  const sdk = clientWith(fetch, { apiKey: () => `rotated-${turn++}`, campaignApiKey: "campaign-key-1" });
  for (let count = 0; count < 300; count += 1) await rejectionOf(sdk.agents.list(), BadRequestError);
  const error = await rejectionOf(sdk.agents.list(), BadRequestError);
  expect(error.body).toEqual({ detail: "not [redacted]" });
});

test("a key function that fails and names its last key gives an error without it", async () => {
  const { fetch } = oneOffFetch(Response.json(agentList));
  let asked = 0;
  const apiKey = () => {
    asked += 1;
    if (asked === 1) return "first-key-77";
    throw new Error("first-key-77 has expired");
  };
  const sdk = clientWith(fetch, { apiKey });
  await sdk.agents.list();
  const error = await rejectionOf(sdk.agents.list(), KeyProviderError);
  expect(show(error)).not.toContain("first-key-77");
  expect(error.cause).toHaveProperty("message", "[redacted] has expired");
});

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

test("a failure of fetch that names a signed address gives an error without its signature", async () => {
  const { fetch } = oneOffFetch(fetchFailed({ message: `cannot reach ${presignedUrl}` }));
  for (const text of textsOf(await failureOf(clientWith(fetch).agents.list()))) expect(text).not.toContain("5e1f");
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
