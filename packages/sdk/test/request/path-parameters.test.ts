import { type CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { documentedOperations } from "../../../contract-tests/src/contract/openapi-document.ts";
import { methods } from "../../../contract-tests/test/client/methods.ts";
import { failureOf, rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

type WithId = (sdk: CallAnalysis, id: string) => PromiseLike<unknown>;

/** Every operation with an id, and its path around the id. */
const templates = documentedOperations.flatMap(({ operationId, path, interface: ofInterface }) => {
  const { name, call } = methods[operationId];
  const [before = "", parameter, after = ""] = path.split(/\{(\w+)\}/);
  if (parameter === undefined) return [];
  const run: WithId = (sdk, id) => call(sdk, { path: { [parameter]: id }, body: {} });
  const base = ofInterface === "campaign" ? "https://campaign.test" : "https://service.test/v1";
  return [[name, run, base + before, after] as const];
});

const pieces = [
  "..",
  ".",
  "/",
  "\\",
  "%2e",
  "%2E%2e",
  "%2f",
  "%00",
  "?",
  "#",
  ";",
  ":",
  "@",
  "{id}",
  "$&",
  "*",
  " ",
  "é",
];
/** Not the unit "binary" of fast-check, which takes a second to prepare in each process. */
const character = fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint));
const ids = fc.oneof(
  fc.string(),
  fc.string({ unit: character }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((list) => list.join("")),
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 4 })
    .map((list) => list.join("")),
  fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
);

async function send(run: WithId, id: string) {
  const { fetch, calls } = oneOffFetch(new Response(null, { status: 404 }));
  const error = await failureOf(run(clientWith(fetch, { campaignBaseUrl: "https://campaign.test" }), id));
  return { error, calls };
}

test.each(templates)("whatever the id, %s stays in its path template", async (_name, run, before, after) => {
  const property = fc.asyncProperty(ids, async (id) => {
    const { error, calls } = await send(run, id);
    if (ConfigurationError.is(error)) {
      expect(calls).toHaveLength(0);
      return;
    }
    const { url = "" } = calls[0] ?? {};
    // As fetch resolves it: dot segments gone, backslashes turned.
    expect(new URL(url).href).toBe(url);
    expect(url.startsWith(before) && url.endsWith(after)).toBe(true);
    const segment = url.slice(before.length, url.length - after.length);
    expect(segment).toMatch(/^[^/?#\\]+$/);
    expect(decodeURIComponent(segment)).toBe(id);
  });
  await fc.assert(property, { numRuns: 200 });
});

test.each([
  ["empty", ""],
  ["a dot", "."],
  ["two dots", ".."],
  ["a line break", "a\nb"],
  ["a null character", "a\u0000"],
  ["DEL", "\u007f"],
  ["a C1 control character", "\u0085"],
  ["half of a surrogate pair", "a\ud800"],
  ["no text", { toString: () => "a" }],
  ["undefined", undefined],
  ["null", null],
  ["not a number", Number.NaN],
])("an id that is %s is refused by the name of its parameter, and nothing is sent", async (_name, id) => {
  const { fetch, calls } = oneOffFetch(new Response());
  const error = await rejectionOf(clientWith(fetch).categories.get(id as string), ConfigurationError);
  expect(error.message).toMatch(/^categoryId /);
  expect(calls).toHaveLength(0);
});

test("an id that is a number is accepted from JavaScript", async () => {
  const { calls } = await send((sdk) => sdk.categories.get(42 as never), "");
  expect(calls[0]?.url).toBe("https://service.test/v1/categories/42");
});
