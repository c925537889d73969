import fc from "fast-check";
import { expect, test } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { creations, repeatables } from "../support/operations.ts";
import { clientWith } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";

const visible = fc.integer({ min: 0x21, max: 0x7e }).map((unit) => String.fromCharCode(unit));
const keys = fc.string({ unit: visible, minLength: 12, maxLength: 48 });
const runs = Object.values({ ...creations, ...repeatables }).map(({ run }) => run);

type Outcome = (key: string) => Response | Error;

const echoes: fc.Arbitrary<(key: string) => string> = fc.constantFrom(
  (key: string) => `no such key: ${key}`,
  (key: string) => JSON.stringify({ detail: `no ${key}`, [key]: [key, { deep: key }] }),
  (key: string) => JSON.stringify({ detail: [{ loc: ["header", key], msg: `bad ${key}`, type: key }] }),
  (key: string) => JSON.stringify({ error: { message: key, fields: [{ path: key, message: key }] } }),
  (key: string) => `{"message":"${[...key].map(asUnicodeEscape).join("")}"}`,
  (key: string) => `<html><body>Authorization: Bearer ${key}</body></html>`,
  (key: string) => `${key}${key}{"data":`,
  (key: string) => `{"data":{"callId":"${key}`,
  (key: string) => JSON.stringify({ data: null, echo: key }),
);

const responses: fc.Arbitrary<Outcome> = fc
  .record({ status: fc.constantFrom(200, 202, 302, 400, 401, 404, 408, 422, 429, 500, 503), echo: echoes })
  .map(({ status, echo }) => (key) => {
    const headers = {
      "x-request-id": key,
      "x-echo": `Bearer ${key}`,
      "retry-after": key,
      location: `/${key}?k=${key}`,
    };
    return new Response(echo(key), { status, statusText: key, headers });
  });

const rejections: fc.Arbitrary<Outcome> = fc
  .record({ depth: fc.nat(12), place: fc.constantFrom("message", "code", "name", "property", "errors", "stack") })
  .map(({ depth, place }) => (key) => {
    let error = failureWith(key, place);
    for (let level = 0; level < depth; level += 1) error = new Error(`level ${level}`, { cause: error });
    return error;
  });

test("over random keys and random failures, no text of any error or log line has the key", async () => {
  const operations = fc.constantFrom(...runs);
  const property = fc.asyncProperty(keys, fc.oneof(responses, rejections), operations, async (apiKey, outcome, run) => {
    const lines: string[] = [];
    const error = await failureOf(run(clientThat(outcome, apiKey, lines)));
    for (const text of [...textsOf(error), ...lines]) expect(text).not.toContain(apiKey);
  });
  await fc.assert(property, { numRuns: process.env.LONG_TESTS ? 400 : 120 });
});

test("over random keys from a function, no text of any error or log line has the key", async () => {
  const property = fc.asyncProperty(keys, fc.oneof(responses, rejections), async (key, outcome) => {
    const lines: string[] = [];
    const sdk = clientThat(outcome, async () => key, lines, key);
    const error = await failureOf(sdk.agents.list());
    for (const text of [...textsOf(error), ...lines]) expect(text).not.toContain(key);
  });
  await fc.assert(property, { numRuns: process.env.LONG_TESTS ? 200 : 60 });
});

test("a key that is passed as an id by mistake is in no error and no log line", async () => {
  const apiKey = "key-passed-as-an-id";
  const lines: string[] = [];
  const error = await failureOf(
    clientThat(() => new Response(null, { status: 404 }), apiKey, lines).agents.delete(apiKey),
  );
  for (const text of [...textsOf(error), ...lines]) expect(text).not.toContain(apiKey);
});

function clientThat(outcome: Outcome, apiKey: string | (() => Promise<string>), lines: string[], key = String(apiKey)) {
  const fetch = async () => {
    const result = outcome(key);
    if (result instanceof Error) throw result;
    return result;
  };
  const write = (line: string) => lines.push(line);
  const logger = { debug: write, info: write, warn: write, error: write };
  const retry = { maxAttempts: 2, initialDelayMs: 0, maxRetryAfterMs: 0 };
  const campaignBaseUrl = "https://campaign.test";
  return clientWith(fetch, { apiKey, campaignBaseUrl, logger, logLevel: "debug", retry });
}

function failureWith(key: string, place: string): Error {
  const error = new TypeError(place === "message" ? `Headers.set: ${key} is an invalid value` : "fetch failed");
  if (place === "code") Object.assign(error, { code: `ERR_${key}` });
  if (place === "name") error.name = key;
  if (place === "property") Object.assign(error, { request: { headers: { authorization: `Bearer ${key}` } } });
  if (place === "errors") return new AggregateError([new Error(key), new Error("other")], "all failed");
  if (place === "stack") Object.defineProperty(error, "stack", { value: `TypeError: ${key}\n    at fetch` });
  return error;
}

function asUnicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
