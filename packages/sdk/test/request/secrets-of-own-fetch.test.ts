import { inspect } from "node:util";
import { ConnectionError } from "@call-analysis/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { clientWith, testKey } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";

const password = "p4ss'w0rd";
const signature = "51gnatur3/+x";
const headerValue = "t3nant-secret";
const presignedUrl = `https://store.test/k.wav?sig=${encodeURIComponent(signature)}&name=call`;

/** No secret as it is, and none as an address spells it. */
const shownSecrets = /p4ss|w0rd|51gnatur3|t3nant|5f1c09ab77e2/i;

/** What somebody's `fetch` knows of a request, and may put into its errors. */
const texts = [
  `connect ECONNREFUSED https://user:${password}@proxy.test:3128/`,
  `tunnel socks5://user:${password}@proxy.test failed`,
  `PUT ${presignedUrl} failed`,
  `PUT https:\\/\\/store.test\\/k.wav?sig=${signature}`,
  `the signature ${signature} was refused`,
  `the signature ${encodeURIComponent(signature)} was refused`,
  `invalid header value "Bearer ${testKey}"`,
  `x-tenant: ${headerValue}`,
];

type Wrap = (inner: unknown, text: string) => unknown;

/** How errors of HTTP libraries hold what they know. */
const wraps: Record<string, Wrap> = {
  message: (_, text) => new Error(text),
  name: (_, text) => Object.assign(new Error("failed"), { name: text }),
  code: (_, text) => Object.assign(new Error("failed"), { code: text }),
  cause: (inner) => new TypeError("fetch failed", { cause: inner }),
  errors: (inner, text) => new AggregateError([inner, new Error(text)], "all failed"),
  "a field of the request": (inner, text) =>
    Object.assign(new Error("failed"), { request: { headers: { authorization: text }, inner } }),
  "a private-looking field": (_, text) =>
    Object.defineProperty(new Error("failed"), "_options", { value: { url: text } }),
  "a symbol": (_, text) => Object.assign(new Error("failed"), { [Symbol("options")]: [text] }),
  "a class of theirs": (_, text) => Object.assign(new Error("failed"), { config: new Map([["url", text]]) }),
  "a getter": (_, text) => Object.defineProperty(new Error("failed"), "url", { get: () => text, enumerable: true }),
  toJSON: (_, text) => Object.assign(new Error("failed"), { toJSON: () => ({ text }) }),
  "no error": (_, text) => text,
  "an object that is no error": (inner, text) => ({ message: text, config: { url: text }, cause: inner }),
};

const failuresWith = (possibleTexts: string[]) =>
  fc
    .tuple(
      fc.constantFrom(...possibleTexts),
      fc.array(fc.constantFrom(...Object.values(wraps)), { minLength: 1, maxLength: 5 }),
    )
    .map(([text, layers]) => layers.reduce<unknown>((inner, wrap) => wrap(inner, text), new Error(text)));

function clientThatFails(failure: unknown, failsOn: "PUT" | "GET") {
  const lines: string[] = [];
  const line = (text: string) => lines.push(text);
  const fetch = async (_input: unknown, { method = "GET" }: RequestInit = {}) => {
    if (method === failsOn) throw failure;
    return Response.json({ data: { key: "k", presignedUrl, publicUrl: "https://store.test/k.wav" } });
  };
  const logger = { debug: line, info: line, warn: line, error: line };
  const retry = { maxAttempts: 2, initialDelayMs: 0 };
  return { sdk: clientWith(fetch, { logger, logLevel: "debug", retry, headers: { "x-tenant": headerValue } }), lines };
}

test.each(["PUT", "GET"] as const)(
  "whatever a fetch of the caller's own throws at a %s, and wherever it holds secrets, none is shown",
  async (method) => {
    // A signature without its address is known as one at its PUT alone.
    const known = texts.filter((text) => method === "PUT" || !text.startsWith("the signature"));
    const property = fc.asyncProperty(failuresWith(known), async (failure) => {
      const { sdk, lines } = clientThatFails(failure, method);
      const work =
        method === "PUT" ? sdk.calls.upload(new Uint8Array(8), { contentType: "audio/wav" }) : sdk.agents.list();
      const error = await rejectionOf(work, ConnectionError);
      const shown = [
        ...textsOf(error),
        JSON.stringify(error.toJSON()),
        inspect(error, { depth: 20, getters: true }),
        ...lines,
      ];
      for (const text of shown) expect(text).not.toMatch(shownSecrets);
      expect(lines.length).toBeGreaterThan(1);
    });
    await fc.assert(property, { numRuns: process.env.LONG_TESTS ? 300 : 100 });
  },
);

test("what the body of a response breaks off with shows no key", async () => {
  const fail = (controller: ReadableStreamDefaultController) => controller.error(new Error(`sent Bearer ${testKey}`));
  const sdk = clientWith(async () => new Response(new ReadableStream({ start: fail })), { retry: false });
  const error = await rejectionOf(sdk.agents.list(), ConnectionError);
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(testKey);
});

test("what is left of such an error says what failed, and where", async () => {
  const failure = new Error(`connect https://user:${password}@proxy.test:3128/ refused for ${presignedUrl}`);
  const { sdk } = clientThatFails(failure, "PUT");
  const error = await rejectionOf(sdk.calls.upload(new Uint8Array(8), { contentType: "audio/wav" }), ConnectionError);
  expect(error.cause).toHaveProperty(
    "message",
    "connect https://[redacted]@proxy.test:3128/ refused for https://store.test/k.wav?[redacted]",
  );
});
