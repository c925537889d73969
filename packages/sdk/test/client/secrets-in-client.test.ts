import { CallAnalysis, type ClientOptions, ConfigurationError } from "@call-analysis/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";

const visible = fc.integer({ min: 0x21, max: 0x7e }).map((unit) => String.fromCharCode(unit));
const keys = fc.string({ unit: visible, minLength: 12, maxLength: 48 });
const invisible = fc.constantFrom("\n", "\r\n", "\t", "\u0000", "\u007f", " ", "\u0085", "é", "\u2028", "😀");
const baseUrl = "https://service.test/v1";

test("no text of a client, its resources or its promises has a key", () => {
  fc.assert(
    fc.property(keys, keys, (apiKey, campaignApiKey) => {
      const sdk = new CallAnalysis({ apiKey, campaignApiKey, baseUrl, campaignBaseUrl: "https://campaign.test" });
      for (const part of [
        sdk,
        sdk.withOptions({ timeoutMs: 5 }),
        sdk.agents,
        sdk.calls,
        sdk.categories,
        sdk.campaigns,
      ]) {
        for (const text of textsOf(part)) {
          expect(text).not.toContain(apiKey);
          expect(text).not.toContain(campaignApiKey);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test("a key that is not visible ASCII is refused at construction, without showing a part of it", () => {
  fc.assert(
    fc.property(keys, invisible, keys, fc.constantFrom("apiKey", "campaignApiKey"), (first, bad, second, name) => {
      const options = { apiKey: "good", baseUrl, [name]: first + bad + second };
      const error = failureOfConstruction(() => new CallAnalysis(options));
      expect(error).toBeInstanceOf(ConfigurationError);
      expect((error as Error).message.startsWith(`${name}: `)).toBe(true);
      for (const text of textsOf(error)) {
        expect(text).not.toContain(first);
        expect(text).not.toContain(second);
      }
    }),
    { numRuns: 50 },
  );
});

test("a key from a function that is not visible ASCII is refused at the request, without showing a part of it", async () => {
  const { fetch, calls } = oneOffFetch(new Response());
  const error = await failureOf(clientWith(fetch, { apiKey: () => "first-half\nsecond-half" }).agents.list());
  expect(error).toBeInstanceOf(ConfigurationError);
  for (const text of textsOf(error)) expect(text).not.toMatch(/first-half|second-half/);
  expect(calls).toHaveLength(0);
});

test("a key that is a number is refused without showing it", async () => {
  const given = { apiKey: 987_654_321 as never, baseUrl };
  const { fetch } = oneOffFetch(new Response());
  const ofFunction = clientWith(fetch, { apiKey: () => given.apiKey });
  for (const error of [failureOfConstruction(() => new CallAnalysis(given)), await failureOf(ofFunction.agents.list())])
    expect(String(error)).toMatch(/^ConfigurationError: apiKey(\(\))?: .*got a number\.$/);
});

test.each<[string, ClientOptions]>([
  ["a base URL with a user or a password", { baseUrl: "https://me:hidden-word@service.test/v1" }],
  ["a header with a value that HTTP does not allow", { headers: { "x-key": "hidden\nword" } }],
])("%s is refused without showing it", (_name, options) => {
  const error = failureOfConstruction(() => new CallAnalysis({ apiKey: "k", baseUrl, ...options }));
  expect(error).toBeInstanceOf(ConfigurationError);
  for (const text of textsOf(error)) expect(text).not.toContain("hidden");
});

function failureOfConstruction(construct: () => unknown): unknown {
  try {
    construct();
  } catch (error) {
    return error;
  }
  throw new Error("It was to fail, and succeeded.");
}
