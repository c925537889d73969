import { ConnectionError, ResponseFormatError } from "@call-analysis/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { longestErrorText } from "../../src/request/response.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { halfBody, text } from "../support/scripted-responses.ts";
import { startScriptedService } from "../support/scripted-service.ts";
import { clientOf, clientWith } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";

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
const unit = fc.constantFrom(...'QZ#%/+&="');
const keys = fc.string({ unit, minLength: 12, maxLength: 40 }).filter((key) => /Q|Z/.test(key) && !key.includes("//"));
const spelling = fc.constantFrom(...Object.values(spellings));
/** How far before a limit the key begins. */
const before = fc.integer({ min: -2, max: 90 });

/** The beginnings of a key in all its spellings, from three characters on: shorter ones are in any text. */
function partsOf(key: string): string[] {
  return Object.values(spellings).flatMap((spell) => [spell(key).slice(0, 3), spell(key).slice(-3)]);
}

interface Shown {
  key: string;
  error: unknown;
  lines: readonly string[];
}

/** A stack's lines about places in code: the path of a folder may have three characters of any key. */
const places = /^ +at .+$/gm;

function expectNothingOf({ key, error, lines }: Shown): void {
  const parts = partsOf(key);
  for (const whole of [...textsOf(error), ...lines]) {
    const shown = whole.replaceAll(places, "");
    const found = parts.filter((part) => shown.includes(part) && !"[redacted]".includes(part));
    if (found.length > 0) throw new Error(`${JSON.stringify(found)} of ${key} is in …${shown.slice(-200)}`);
  }
}

function clientAt(respond: () => Response | Promise<Response>, apiKey: string) {
  const lines: string[] = [];
  const line = (shown: string) => lines.push(shown);
  const logger = { debug: line, info: line, warn: line, error: line };
  const fetch = async () => respond();
  return { sdk: clientWith(fetch, { apiKey, logger, logLevel: "debug", retry: false }), lines };
}

/** Where a text of this length ends with so many characters of the key and more. */
const upTo = (limit: number, offset: number, start = "") => start.padEnd(Math.max(0, limit - offset), ".");

const limits: Record<string, (spelt: string, offset: number) => Response> = {
  "the text that is read of an error": (spelt, offset) =>
    new Response(`${upTo(longestErrorText, offset)}${spelt}...`, { status: 500 }),
  "the JSON that is read of an error": (spelt, offset) =>
    new Response(`${upTo(longestErrorText, offset, '{"detail":"')}${spelt}..."}`, { status: 400 }),
  "the message that is quoted": (spelt, offset) =>
    new Response(`{"detail":"${upTo(200, offset)}${spelt}..."}`, { status: 400 }),
  "the excerpt of what is not JSON": (spelt, offset) => new Response(`${upTo(200, offset)}${spelt}...`),
  "what a service left of its own response": (spelt, offset) =>
    new Response(`..{"data":"${spelt.slice(0, offset + 3)}`),
  "the address of a redirect": (spelt, offset) => {
    const headers = { location: `/${upTo(200, offset)}${spelt}` };
    return new Response(null, { status: 302, headers });
  },
};

test.each(Object.entries(limits))(
  "at every offset from the limit of %s, nothing of the key is shown",
  async (_limit, respond) => {
    const property = fc.asyncProperty(keys, spelling, before, async (key, spell, offset) => {
      const { sdk, lines } = clientAt(() => respond(spell(key), offset), key);
      expectNothingOf({ key, error: await failureOf(sdk.agents.list()), lines });
    });
    await fc.assert(property, { numRuns: process.env.LONG_TESTS ? 150 : 50 });
  },
);

test("in headers of the response and in causes, in every spelling, nothing of the key is shown", async () => {
  const property = fc.asyncProperty(keys, spelling, fc.nat(12), async (key, spell, depth) => {
    const headers = { "x-request-id": `r ${spell(key)}`, "x-echo": spell(key) };
    const response = clientAt(() => new Response(null, { status: 404, headers }), key);
    expectNothingOf({ key, error: await failureOf(response.sdk.agents.list()), lines: response.lines });
    let failure = new Error(`sent ${spell(key)}`);
    for (let level = 0; level < depth; level += 1) failure = new Error(spell(key), { cause: failure });
    const broken = clientAt(() => Promise.reject(failure), key);
    expectNothingOf({ key, error: await failureOf(broken.sdk.agents.list()), lines: broken.lines });
  });
  await fc.assert(property, { numRuns: process.env.LONG_TESTS ? 150 : 50 });
});

test("an error body that breaks off inside the key shows nothing of it", async () => {
  const key = "QZ-5f1c09ab77e2";
  const service = await startScriptedService(
    halfBody(500, { a: key.padStart(key.length + 2), b: ".".repeat(key.length - 9) }),
  );
  const error = await failureOf(clientOf(service, { apiKey: key, retry: false }).agents.list());
  expect(JSON.stringify(error)).toContain("redacted");
  expectNothingOf({ key, error, lines: [] });
});

test("an error body that ends like the key begins is whole, and stays as it is", async () => {
  const service = await startScriptedService(text(500, "no such task"));
  const error = await failureOf(clientOf(service, { apiKey: "key-1", retry: false }).agents.list());
  expect(error).toHaveProperty("body", "no such task");
});

test("a result that is no JSON keeps the parser's words unless they may have a piece of the key", async () => {
  const whole = await rejectionOf(
    clientAt(() => new Response("<p>.."), "key-12345").sdk.agents.list(),
    ResponseFormatError,
  );
  expect(whole.cause).toBeInstanceOf(SyntaxError);
  const cut = await rejectionOf(
    clientAt(() => new Response('{"data":"key-'), "key-12345").sdk.agents.list(),
    ResponseFormatError,
  );
  expect(cut.cause).toBeUndefined();
  expect(cut.excerpt).toBe('{"data":"[redacted]');
});

test("the rest of a cause that has a key stays readable", async () => {
  const { sdk } = clientAt(() => Promise.reject(new TypeError("bad header: KEY-12345 of 2")), "key-12345");
  const error = await rejectionOf(sdk.agents.list(), ConnectionError);
  expect(error.cause).toHaveProperty("message", "bad header: [redacted] of 2");
});
