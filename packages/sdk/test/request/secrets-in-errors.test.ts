/** Nothing of a secret is in an error or a log line, wherever a service or a fetch of the caller's own puts it. */
import { inspect } from "node:util";
import {
  BadRequestError,
  type CallAnalysis,
  type ClientOptions,
  ConnectionError,
  ResponseFormatError,
  ResponseValidationError,
} from "@call-analysis/sdk";
import { createValidator } from "@call-analysis/sdk/schemas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { longestErrorText } from "../../src/request/response.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { runnable } from "../support/operations.ts";
import { callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";

const numRuns = process.env.LONG_TESTS ? 200 : 30;

/** Every spelling that a text may give a key. */
const spellings: Record<string, (key: string) => string> = {
  plain: (key) => key,
  "upper case": (key) => key.toUpperCase(),
  "lower case": (key) => key.toLowerCase(),
  "in an address": (key) => encodeURIComponent(key),
  "in an address's path": encodeURI,
  "in an address, in lower case": (key) => encodeURIComponent(key).toLowerCase(),
  "in JSON": (key) => JSON.stringify(key).slice(1, -1),
  "in JSON with escaped slashes": (key) => JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/"),
  "in HTML": (key) => key.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
};

// Nothing of the texts around it is in the key, so what is left of it can be seen. It has what each spelling changes.
const awkward = fc.constantFrom(...'QZ#%/+&="');
const awkwardKeys = fc
  .string({ unit: awkward, minLength: 12, maxLength: 40 })
  .filter((key) => /Q|Z/.test(key) && !key.includes("//"));
const visible = fc.integer({ min: 0x21, max: 0x7e }).map((unit) => String.fromCharCode(unit));
const visibleKeys = fc.string({ unit: visible, minLength: 12, maxLength: 48 });
const spelling = fc.constantFrom(...Object.values(spellings));

/** What must not be shown: of an awkward key not even the beginnings and ends of its spellings. */
function partsOf(key: string): string[] {
  if (!/^[QZ#%/+&="]+$/.test(key)) return [key];
  // From three characters on: shorter ones are in any text, and three of these signs are in any JSON inside of JSON.
  const parts = Object.values(spellings).flatMap((spell) => [spell(key).slice(0, 3), spell(key).slice(-3)]);
  return parts.filter((part) => !/^[\\/"]+$/.test(part));
}

/** A stack's lines about places in code: the path of a folder may have three characters of any key. */
const codePlaces = /^ +at .+$/gm;

function expectNothingOf(key: string, shown: string[]): void {
  const parts = partsOf(key);
  for (const whole of shown) {
    const text = whole.replaceAll(codePlaces, "");
    const found = parts.filter((part) => text.includes(part) && !"[redacted]".includes(part));
    if (found.length > 0) throw new Error(`${JSON.stringify(found)} of ${key} is in …${text.slice(-200)}`);
  }
}

/** A client that logs everything, and the lines that it has written. */
function loggingClient(fetch: NonNullable<ClientOptions["fetch"]>, options: ClientOptions = {}) {
  const lines: string[] = [];
  const line = (text: string) => lines.push(text);
  const logger = { debug: line, info: line, warn: line, error: line };
  const retry = { maxAttempts: 2, initialDelayMs: 0, maxRetryAfterMs: 0 };
  const all = { campaignBaseUrl: "https://campaign.test", logger, logLevel: "debug" as const, retry, ...options };
  return { sdk: clientWith(fetch, all), lines };
}

/** What a service answers with a key that it knows. */
interface Answer {
  key: string;
  spelt: string;
  status: number;
  /** How far before a limit the key begins. */
  offset: number;
}

/** Where a text of this length ends with so many characters of the key and more. */
const upTo = (limit: number, offset: number, start = "") => start.padEnd(Math.max(0, limit - offset), ".");
const asUnicodeEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

const places: Record<string, (answer: Answer) => Response> = {
  "the text that is read of an error, at its limit": ({ spelt, offset }) =>
    new Response(`${upTo(longestErrorText, offset)}${spelt}...`, { status: 500 }),
  "the JSON that is read of an error, at its limit": ({ spelt, offset }) =>
    new Response(`${upTo(longestErrorText, offset, '{"detail":"')}${spelt}..."}`, { status: 400 }),
  "the message that is quoted, at its limit": ({ spelt, offset }) =>
    new Response(`{"detail":"${upTo(200, offset)}${spelt}..."}`, { status: 400 }),
  "the excerpt of what is not JSON, at its limit": ({ spelt, offset }) =>
    new Response(`${upTo(200, offset)}${spelt}...`),
  "what a service left of its own response": ({ spelt, offset }) =>
    new Response(`..{"data":"${spelt.slice(0, offset + 3)}`),
  "the address of a redirect, at its limit": ({ spelt, offset }) =>
    new Response(null, { status: 302, headers: { location: `/${upTo(200, offset)}${spelt}` } }),
  "JSON that is no result": ({ spelt, status }) =>
    new Response(`{"data":null,"detail":"${spelt}","${spelt}":[{"deep":"${spelt}"}]}`, { status }),
  "the fields that are refused": ({ spelt, status }) =>
    new Response(`{"detail":[{"loc":["header","${spelt}"],"msg":"bad ${spelt}"}]}`, { status }),
  "JSON in escapes": ({ key, status }) =>
    new Response(`{"message":"${[...key].map(asUnicodeEscape).join("")}"}`, { status }),
  HTML: ({ spelt, status }) => new Response(`<html>Authorization: Bearer ${spelt}</html>`, { status }),
  "the headers of a response": ({ spelt, status }) => {
    const headers = { "x-request-id": `r ${spelt}`, "x-echo": spelt, "retry-after": spelt, location: `/?k=${spelt}` };
    return new Response("{}", { status, statusText: spelt, headers });
  },
};

test.each(Object.entries(places))(
  "in %s, nothing of the key is shown, however it is spelt",
  async (_place, respond) => {
    const requests = fc.record({
      key: fc.oneof({ arbitrary: awkwardKeys, weight: 4 }, { arbitrary: visibleKeys, weight: 1 }),
      spell: spelling,
      status: fc.constantFrom(200, 202, 302, 400, 401, 404, 408, 422, 429, 500, 503),
      offset: fc.integer({ min: -2, max: 90 }),
      isFromFunction: fc.boolean(),
      run: fc.constantFrom(...runnable.map(({ run }) => run)),
    });
    const property = fc.asyncProperty(requests, async ({ key, spell, isFromFunction, run, ...answer }) => {
      const apiKey = isFromFunction ? async () => key : key;
      const { sdk, lines } = loggingClient(async () => respond({ key, spelt: spell(key), ...answer }), { apiKey });
      expectNothingOf(key, [...textsOf(await failureOf(run(sdk))), ...lines]);
    });
    await fc.assert(property, { numRuns });
  },
);

const signature = "51gnatur3/+x";
const headerValue = "t3nant-secret";
const presignedUrl = `https://store.test/k.wav?sig=${encodeURIComponent(signature)}&name=call`;

/** No secret as it is, and none as an address spells it. */
const shownSecrets = /p4ss|w0rd|51gnatur3|t3nant/i;

/** What somebody's `fetch` knows of a request, and may put into its errors. */
const texts = (key: string) => [
  "connect ECONNREFUSED https://user:p4ss'w0rd@proxy.test:3128/",
  "tunnel socks5://user:p4ss'w0rd@proxy.test failed",
  `PUT ${presignedUrl} failed`,
  `PUT https:\\/\\/store.test\\/k.wav?sig=${signature}`,
  `the signature ${signature} was refused`,
  `the signature ${encodeURIComponent(signature)} was refused`,
  `invalid header value "Bearer ${key}"`,
  `x-tenant: ${headerValue}`,
];

type Wrap = (inner: unknown, text: string) => unknown;

/** How errors of HTTP libraries hold what they know. */
const wraps: Record<string, Wrap> = {
  message: (_, text) => new Error(text),
  name: (_, text) => Object.assign(new Error("failed"), { name: text }),
  code: (_, text) => Object.assign(new Error("failed"), { code: text }),
  stack: (_, text) => Object.defineProperty(new Error("failed"), "stack", { value: `Error: ${text}\n    at fetch` }),
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

/** A client whose fetch fails at one method, and otherwise grants uploads. */
function clientThatFails(failure: unknown, failsOn: "PUT" | "GET", apiKey: string) {
  const fetch = async (_input: unknown, { method = "GET" }: RequestInit = {}) => {
    if (method === failsOn) throw failure;
    return Response.json({ data: { key: "k", presignedUrl, publicUrl: "https://store.test/k.wav" } });
  };
  return loggingClient(fetch, { apiKey, headers: { "x-tenant": headerValue } });
}

const uploadOf = (sdk: CallAnalysis) => sdk.calls.upload(new Uint8Array(8), { contentType: "audio/wav" });

test.each(["PUT", "GET"] as const)(
  "whatever a fetch of the caller's own throws at a %s, and wherever it holds secrets, none is shown",
  async (method) => {
    const failures = fc.record({
      key: awkwardKeys,
      spell: spelling,
      which: fc.nat(),
      layers: fc.array(fc.constantFrom(...Object.values(wraps)), { minLength: 1, maxLength: 12 }),
    });
    const property = fc.asyncProperty(failures, async ({ key, spell, which, layers }) => {
      // A signature without its address is known as one at its PUT alone.
      const known = texts(spell(key)).filter((text) => method === "PUT" || !text.startsWith("the signature"));
      const text = known[which % known.length] ?? "";
      const failure = layers.reduce<unknown>((inner, wrap) => wrap(inner, text), new Error(text));
      const { sdk, lines } = clientThatFails(failure, method, key);
      const error = await rejectionOf(method === "PUT" ? uploadOf(sdk) : sdk.agents.list(), ConnectionError);
      const shown = [...textsOf(error), inspect(error, { depth: 20, getters: true }), ...lines];
      for (const each of shown) expect(each).not.toMatch(shownSecrets);
      expectNothingOf(key, shown);
      expect(lines.length).toBeGreaterThan(1);
    });
    await fc.assert(property, { numRuns: 2 * numRuns });
  },
);

test("what is left of such an error says what failed, and where", async () => {
  const failure = new Error(`connect https://user:word@proxy.test:3128/ refused KEY-12345 for ${presignedUrl}`);
  const error = await rejectionOf(uploadOf(clientThatFails(failure, "PUT", "key-12345").sdk), ConnectionError);
  const left = "connect https://[redacted]@proxy.test:3128/ refused [redacted] for https://store.test/k.wav?[redacted]";
  expect(error.cause).toHaveProperty("message", left);
});

/** A response whose body begins so, and then breaks off. */
function brokenOff(begin: string, failure: Error, status: number): Response {
  const parts = [new TextEncoder().encode(begin)];
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const part = parts.pop();
    if (part) controller.enqueue(part);
    else controller.error(failure);
  };
  return new Response(new ReadableStream({ pull }), { status });
}

test("a body that breaks off inside the key shows nothing of it, and neither does what it breaks off with", async () => {
  const key = "QZ#QZ%QZ/QZ+";
  for (const status of [200, 500]) {
    const response = () => brokenOff(`{"a":"${key.slice(0, 7)}`, new Error(`sent Bearer ${key}`), status);
    const { sdk, lines } = loggingClient(async () => response(), { apiKey: key });
    const error = await failureOf(sdk.agents.list());
    expect(inspect(error)).toContain("redacted");
    expectNothingOf(key, [...textsOf(error), ...lines]);
  }
});

test("an error body that ends like the key begins is whole, and stays as it is", async () => {
  const { fetch } = oneOffFetch(new Response("no such task", { status: 500 }));
  const error = await failureOf(clientWith(fetch, { apiKey: "key-1", retry: false }).agents.list());
  expect(error).toHaveProperty("body", "no such task");
});

test("a result that is no JSON keeps the parser's words unless they may have a piece of the key", async () => {
  const errorFor = (body: string) =>
    rejectionOf(
      loggingClient(async () => new Response(body), { apiKey: "key-12345" }).sdk.agents.list(),
      ResponseFormatError,
    );
  expect((await errorFor("<p>..")).cause).toBeInstanceOf(SyntaxError);
  const cut = await errorFor('{"data":"key-');
  expect([cut.cause, cut.excerpt]).toEqual([undefined, '{"data":"[redacted]']);
});

test("a key that is passed as an id by mistake is in no error and no log line", async () => {
  const apiKey = "key-passed-as-an-id";
  const { sdk, lines } = loggingClient(async () => new Response(null, { status: 404 }), { apiKey });
  expectNothingOf(apiKey, [...textsOf(await failureOf(sdk.agents.delete(apiKey))), ...lines]);
});

test("an address of a service with a short key stays readable", async () => {
  const { fetch } = oneOffFetch(new Response(null, { status: 404 }));
  const error = await failureOf(clientWith(fetch, { apiKey: "test" }).agents.list());
  expect(String(error)).toContain("GET https://service.test/v1/agents: 404");
});

/** A service that quotes every header that it gets, where error bodies and headers have room. */
async function quoteHeaders(_input: unknown, init?: RequestInit): Promise<Response> {
  const all = Object.fromEntries(new Headers(init?.headers)) as Record<string, string>;
  const body = { detail: Object.values(all).join(" "), ...all };
  return Response.json(body, { status: 400, headers: { "x-request-id": all["x-tenant"] ?? "" } });
}

const headers = {
  "X-Tenant": "tenant-5e1f90aa",
  cookie: "theme=dark; session=s3ss10n-77",
  "x-basic": "Basic dXNlcjpwYXNz",
};

test.each<[string, ClientOptions, (sdk: CallAnalysis) => PromiseLike<unknown>]>([
  ["the client", { headers }, (sdk) => sdk.agents.list()],
  ["a request", {}, (sdk) => sdk.agents.list({ headers })],
  ["a flow", {}, (sdk) => sdk.calls.analyzeUrl(callInput, { headers })],
])("no value of a header of %s is shown that a service quotes", async (_name, options, run) => {
  const { sdk, lines } = loggingClient(quoteHeaders, options);
  const error = await rejectionOf(run(sdk), BadRequestError);
  expect(lines).not.toEqual([]);
  for (const text of [...textsOf(error), ...lines]) expect(text).not.toMatch(/5e1f90aa|s3ss10n|dXNlcjpwYXNz/i);
});

test.each(["https://elsewhere.test/sign-in", "//elsewhere.test/sign-in", "/sign-in", ""])(
  "a redirect to '%s' is told without its query, which may be a signature",
  async (address) => {
    const location = `${address}?signature=signed-4711`;
    const { fetch } = oneOffFetch(new Response(null, { status: 302, headers: { location } }));
    const error = await rejectionOf(clientWith(fetch).agents.list(), ResponseFormatError);
    expect(error.message).toContain(`redirect to ${address}?[redacted]`);
    expect(textsOf(error).join()).not.toContain("signed-4711");
  },
);

const grant = { presignedUrl: "https://store.test/a.wav?X-Amz-Signature=5e1f&X-Amz-Expires=900" };
const askForGrant = (body: string, options: ClientOptions = {}) =>
  clientWith(oneOffFetch(new Response(body)).fetch, options).calls.createUploadUrl({
    filename: "a.wav",
    contentType: "audio/wav",
  });

test.each([
  ["without its other address", JSON.stringify({ data: grant })],
  ["with escaped slashes", JSON.stringify({ data: grant }).replaceAll("/", "\\/")],
  ["cut in half", JSON.stringify({ data: grant }).slice(0, -9)],
])("a grant %s gives an error without its signature", async (_name, body) => {
  const error = await rejectionOf(askForGrant(body), ResponseFormatError);
  for (const text of textsOf(error)) expect(text).not.toContain("5e1f");
  expect(error.excerpt).toMatch(/store\.test.*a\.wav\?\[redacted\]/);
});

test("a grant that differs from the contract gives a validation error without its signature", async () => {
  const body = JSON.stringify({ data: { ...grant, publicUrl: "https://store.test/a.wav" } });
  const validate = { mode: "strict" as const, validator: createValidator() };
  const error = await rejectionOf(askForGrant(body, { validate }), ResponseValidationError);
  for (const text of textsOf(error)) expect(text).not.toContain("5e1f");
});
