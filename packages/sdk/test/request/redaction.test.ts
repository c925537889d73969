import { runInNewContext } from "node:vm";
import {
  BadRequestError,
  type ClientOptions,
  ConnectionError,
  type Journal,
  ResponseFormatError,
} from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { deferred } from "../support/deferred.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";
import { textsOf } from "../support/texts-of.ts";

const redacted = "[redacted]";
/** Each of its characters is written in another way somewhere. */
const awkward = 'K1/a+"2&3<4>5\\6%7';

/** What the service's text looks like in an error. */
async function shown(text: string, options: ClientOptions = { apiKey: awkward }): Promise<unknown> {
  const { fetch } = oneOffFetch(new Response(text, { status: 400 }));
  return (await rejectionOf(clientWith(fetch, options).agents.list(), BadRequestError)).body;
}

test.each([
  ["plainly", awkward],
  ["in capitals", awkward.toUpperCase()],
  ["in JSON", JSON.stringify(awkward).slice(1, -1)],
  ["in JSON with escaped slashes", JSON.stringify(awkward).slice(1, -1).replaceAll("/", "\\/")],
  ["in an address", encodeURI(awkward)],
  ["in a query", encodeURIComponent(awkward)],
  ["in a query with its slashes", encodeURIComponent(awkward).replaceAll("%2F", "/")],
  ["in a query in small letters", encodeURIComponent(awkward).toLowerCase()],
])("a key that a text spells %s is taken out wherever it stands", async (_how, spelled) => {
  expect(await shown(`say ${spelled}, then ${spelled}.`)).toBe(`say ${redacted}, then ${redacted}.`);
});

test("a key's signs stand for themselves", async () => {
  expect(await shown("axbbc, d and a.b*c|d", { apiKey: "a.b*c|d" })).toBe(`axbbc, d and ${redacted}`);
});

test("of two keys of which one begins with the other, the longer is taken out whole", async () => {
  const keys = { apiKey: "key-1", campaignApiKey: "key-1-long", campaignBaseUrl: "https://campaign.test" };
  expect(await shown("key-1-long, key-1", keys)).toBe(`${redacted}, ${redacted}`);
});

test("names, texts and items of a JSON body are redacted, and other values stay", async () => {
  const body = { "key-5f1c": ["key-5f1c", 1, null, true], plain: { text: "not key-5f1c" } };
  const clean = { [redacted]: [redacted, 1, null, true], plain: { text: `not ${redacted}` } };
  expect(await shown(JSON.stringify(body), { apiKey: "key-5f1c" })).toEqual(clean);
});

const texts: [what: string, text: string, clean: string][] = [
  ["a query", "GET https://a.test/b?sig=1 failed", `GET https://a.test/b?${redacted} failed`],
  ["a query without a value", "GET (http://a.test/b?5f1c) failed", `GET (http://a.test/b?${redacted} failed`],
  ["a query in capitals", "HTTPS://A.TEST/B?SIG=1", `HTTPS://A.TEST/B?${redacted}`],
  ["a query with escaped slashes", "x https:\\/\\/a.test\\/b?sig=1", `x https:\\/\\/a.test\\/b?${redacted}`],
  ["a query in quotes", '{u:"https://a.test/?s=1",v:2}', `{u:"https://a.test/?${redacted}",v:2}`],
  ["two queries", "https://a.test/?s=1 https://b.test/?s=2", `https://a.test/?${redacted} https://b.test/?${redacted}`],
  ["a query without a scheme", "//store.test/a.wav?sig=1", `//store.test/a.wav?${redacted}`],
  ["a query of another scheme", "s3://bucket/a.wav?sig=1", `s3://bucket/a.wav?${redacted}`],
  ["a relative address with another in its query", "/sso?ticket=5f1c&to=https%3A%2F%2Fa.test", `/sso?${redacted}`],
  ["an encoded query", "https%3A%2F%2Fa.test%2Fa%3Fsig%3D1", `https%3A%2F%2Fa.test%2Fa?${redacted}`],
  ["a fragment with a value", "https://a.test/a.wav#sig=1", `https://a.test/a.wav?${redacted}`],
  ["a parameter of a path", "https://a.test/a.wav;sig=1", `https://a.test/a.wav?${redacted}`],
  ["a password", "https://user:word@a.test/b", `https://${redacted}@a.test/b`],
  ["a password of a proxy", "socks5://user:word@a.test", `socks5://${redacted}@a.test`],
  ["a password and a query", "https://u:w@a.test/?s=1", `https://${redacted}@a.test/?${redacted}`],
  ["no address", "why? ask me@a.test", "why? ask me@a.test"],
  ["an address with an @ in its path", "https://a.test/b@c", "https://a.test/b@c"],
  [
    "a sign after an address",
    "https://a.test/v1; then https://a.test/v1#top",
    "https://a.test/v1; then https://a.test/v1#top",
  ],
];

test("of an address in a text, its query and its password are taken out, and the rest stays", async () => {
  await checkRows(texts, async (text, clean) => expect(await shown(text)).toBe(clean));
});

const headerValues: [what: string, headers: Record<string, string>, text: string, clean: string][] = [
  ["the whole value", { "x-key": "Basic dXNlcjpwYXNz" }, "Basic dXNlcjpwYXNz", redacted],
  ["credentials without their scheme", { "x-key": "Basic dXNlcjpwYXNz" }, "dXNlcjpwYXNz", redacted],
  ["a cookie without its name", { cookie: "theme=dark; session=abcdefghij" }, "abcdefghij", redacted],
  ["a value of eight characters", { "x-key": "abcdefgh" }, "abcdefgh", redacted],
  ["a value of seven characters", { "x-key": "abcdefg" }, "abcdefg", "abcdefg"],
  ["what a request is named by", { "x-request-id": "abcdefgh" }, "abcdefgh", "abcdefgh"],
];

test("of a header that may be secret, the value and its parts are taken out, and others stay", async () => {
  await checkRows(headerValues, async (headers, text, clean) => {
    expect(await shown(text, { headers })).toBe(clean);
    const { fetch } = oneOffFetch(new Response(text, { status: 400 }));
    expect(await failureOf(clientWith(fetch).agents.list({ headers }))).toHaveProperty("body", clean);
  });
});

/** A failure that quotes the key wherever an error has room for it. */
function talkative(key: string): Error {
  const inner = Object.assign(new Error(`inner ${key}`), { code: `E_${key}`, headers: { authorization: key } });
  const list = new AggregateError([new Error(`one of many ${key}`)], `many ${key}`, { cause: inner });
  const error = new TypeError(`outer ${key}`, { cause: list });
  return Object.assign(error, { request: { headers: [key] }, stack: `stack ${key}`, name: `Name ${key}` });
}

/** The cause of the error of a request whose `fetch` fails in this way. */
async function causeOf(failure: unknown): Promise<unknown> {
  const fetch = () => Promise.reject(failure);
  return (await rejectionOf(clientWith(fetch, { apiKey: "key-5f1c09" }).agents.list(), ConnectionError)).cause;
}

test("the cause is a copy of the failure: its name, message, code, causes and errors, each without the secret", async () => {
  const cause = await causeOf(talkative("key-5f1c09"));
  const [outer, many, inner] = ["outer", "many", "inner"].map((word) => `${word} ${redacted}`);
  expect(cause).toBeInstanceOf(Error);
  expect(cause).toMatchObject({ name: `Name ${redacted}`, message: outer, stack: undefined, cause: { message: many } });
  expect(cause).toMatchObject({ cause: { errors: [{ message: `one of many ${redacted}` }] } });
  expect(cause).toMatchObject({ cause: { cause: { message: inner, code: `E_${redacted}` } } });
  for (const name of ["request", "code", "errors", "cause.cause.cause"]) expect(cause).not.toHaveProperty(name);
});

test("an error that is its own cause is copied with five causes", async () => {
  const failure = new Error("refused");
  failure.cause = failure;
  const kept: unknown[] = [];
  for (let cause = await causeOf(failure); cause instanceof Error; cause = cause.cause) kept.push(cause.message);
  expect(kept).toEqual(Array(6).fill("refused"));
});

const strangeFailures: [what: string, failure: unknown, cause: unknown][] = [
  ["a text", "refused key-5f1c09", `refused ${redacted}`],
  ["an object that has no text", Object.create(null), ""],
  ["an error of another realm", runInNewContext("new Error('refused key-5f1c09')"), new Error(`refused ${redacted}`)],
];

test("whatever fetch throws is the cause, without the key", async () => {
  await checkRows(strangeFailures, async (failure, cause) => expect(await causeOf(failure)).toEqual(cause));
});

const signed = "https://store.test/k?signature=5e1f90aa77";

/** A request that is redirected, and how its error names the place. */
function redirectTo(place: string): [what: string, () => Promise<unknown>, shown: string] {
  const headers = { location: `${place}?token=5e1f90aa77` };
  const { agents } = clientWith(oneOffFetch(new Response(null, { status: 302, headers })).fetch);
  return [`a redirect to ${place}`, () => agents.list(), `a redirect to ${place}?${redacted}`];
}

function claimingBy(claim: Journal["claim"]): Promise<unknown> {
  const journal = { claim, created: async () => {}, released: async () => {} };
  const sdk = clientWith(oneOffFetch(new Response()).fetch, { apiKey: "key-5f1c09" });
  return sdk.calls.submitUrl(callInput, { journal, key: "k" });
}

const tellingErrors: [what: string, () => Promise<unknown>, shown: string][] = [
  ...["https://elsewhere.test/sign-in", "//elsewhere.test/sign-in", "/sign-in", ""].map(redirectTo),
  [
    "a grant that breaks the contract",
    () => {
      const validator = () => [{ path: "data.presignedUrl", message: `must not be ${signed}` }];
      const grant = { key: "k", presignedUrl: signed, publicUrl: "https://store.test/k" };
      const { fetch } = oneOffFetch(Response.json({ data: grant }));
      const { calls } = clientWith(fetch, { validate: { mode: "strict", validator } });
      return calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" });
    },
    `must not be https://store.test/k?${redacted}`,
  ],
  [
    "a creation that a journal calls unknown",
    async () => {
      const error = await failureOf(claimingBy(async () => ({ status: "unknown", audio_url: signed })));
      // Its token has the whole address.
      throw Object(error).message;
    },
    `a call with https://store.test/k?${redacted}`,
  ],
  [
    "a journal that fails",
    () => claimingBy(() => Promise.reject(new Error("redis://u:5e1f90aa77@host refused Bearer key-5f1c09"))),
    `redis://${redacted}@host refused Bearer ${redacted}`,
  ],
];

test("an error shows no query, password or key of what it tells of", async () => {
  await checkRows(tellingErrors, async (operate, shown) => {
    const told = textsOf(await failureOf(operate()));
    expect(told.some((text) => text.includes(shown))).toBe(true);
    expect(told.filter((text) => /5e1f90aa77|5f1c09/.test(text))).toEqual([]);
  });
});

/** A body that begins with this, and then breaks off. */
function brokenAfter(text: string): ReadableStream {
  const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new TextEncoder().encode(text));
  const pull = (controller: ReadableStreamDefaultController) => controller.error(new Error("reset"));
  return new ReadableStream({ start, pull }, { highWaterMark: 0 });
}

test.each<[string, number, (piece: string) => BodyInit]>([
  ["a success ends", 200, (piece) => `<p>${piece}`],
  ["the body of an error breaks off", 500, (piece) => brokenAfter(`<p>${piece}`)],
  ["the body of an error is cut at its limit", 500, (piece) => "x".repeat(2 ** 18 - 3) + piece],
])("where %s inside the key, no piece of the key is shown", async (_where, status, bodyWith) => {
  const apiKey = "QZ#QZ%QZ/QZ+";
  const { fetch } = oneOffFetch(() => new Response(bodyWith(apiKey.slice(0, 7)), { status }));
  const error = await failureOf(clientWith(fetch, { apiKey, retry: false }).agents.list());
  expect(textsOf(error).some((each) => each.includes("QZ"))).toBe(false);
  if (status === 200) expect(ResponseFormatError.is(error) && error.excerpt).toBe(`<p>${redacted}`);
});

test("a request that takes long knows its own key, however many keys the function has given meanwhile", async () => {
  let number = 0;
  const apiKey = () => `key-of-request-${++number}`;
  const slow = deferred<Response>();
  const { fetch } = oneOffFetch(() => slow.promise, Response.json({ data: [] }));
  const sdk = clientWith(fetch, { apiKey, retry: false });
  const failing = failureOf(sdk.agents.list());
  for (let request = 0; request < 10; request += 1) await sdk.agents.list();
  slow.resolve(new Response("no key-of-request-1.", { status: 400 }));
  expect(await failing).toHaveProperty("body", `no ${redacted}.`);
});

test("the last eight keys of a function are taken out of later texts, and older ones are forgotten", async () => {
  let number = 0;
  // Each key is given for two requests.
  const apiKey = () => `key-of-request-${Math.ceil(++number / 2)}.`;
  const said = Array.from({ length: 12 }, (_, index) => `key-of-request-${index + 1}.`).join(" ");
  const success = () => Response.json({ data: [] });
  const { fetch } = oneOffFetch(...Array(23).fill(success), new Response(said, { status: 400 }));
  const sdk = clientWith(fetch, { apiKey, retry: false });
  for (let request = 0; request < 23; request += 1) await sdk.agents.list();
  const error = await failureOf(sdk.agents.list());
  const kept = [1, 2, 3, 4].map((key) => `key-of-request-${key}.`);
  expect(error).toHaveProperty("body", [...kept, ...Array(8).fill(redacted)].join(" "));
});

test("a log line has neither a key nor a line break of what it quotes", async () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const logger = { debug: write, info: write, warn: write, error: write };
  const onResponse = () => {
    throw new Error("my key is key-5f1c09\n[call-analysis] forged\u001b[2J");
  };
  const { fetch } = oneOffFetch(Response.json({ data: [] }));
  await clientWith(fetch, { apiKey: "key-5f1c09", hooks: { onResponse }, logger, logLevel: "debug" }).agents.list();
  expect(lines.join("")).toContain("my key is [redacted] [call-analysis] forged");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(lines.filter((line) => /[\u0000-\u001f]|5f1c09/.test(line))).toEqual([]);
});

test("no text of a validation error has a key that the response or the validator quotes", async () => {
  const validator = () => [{ path: "data.key-5f1c09", message: "must not be key-5f1c09" }];
  const { fetch } = oneOffFetch(Response.json({ data: [{ "key-5f1c09": "key-5f1c09" }] }));
  const sdk = clientWith(fetch, { apiKey: "key-5f1c09", validate: { mode: "strict", validator } });
  const error = await failureOf(sdk.agents.list());
  expect(error).toMatchObject({ name: "ResponseValidationError", body: { data: [{ [redacted]: redacted }] } });
  expect(textsOf(error).filter((text) => text.includes("5f1c09"))).toEqual([]);
});

test("no text of a campaign's error has the campaign's own key", async () => {
  const campaignApiKey = "of-campaigns-77aa01";
  const quoting = Response.json({ detail: `${campaignApiKey} has expired` }, { status: 401 });
  const { fetch } = oneOffFetch(quoting);
  const sdk = clientWith(fetch, { campaignBaseUrl: "https://campaigns.test", campaignApiKey });
  const error = await sdk.campaigns.addProspect("c", { name: "R", phone: "+919812345678" }).catch((each) => each);
  expect(error).toMatchObject({ status: 401 });
  expect(textsOf(error).filter((text) => text.includes("77aa01"))).toEqual([]);
});
