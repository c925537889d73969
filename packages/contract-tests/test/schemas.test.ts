import { schemas } from "@call-analysis/sdk/schemas";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { textsBeyond } from "../src/cases/generated-cases.ts";
import { arbitraryOf, mutationsOf } from "../src/contract/arbitraries.ts";
import { document, type JsonSchema, type SchemaTable, schemaTable } from "../src/contract/openapi-document.ts";
import { problemsOf, unknownFieldsOf } from "../src/contract/schema-check.ts";

const names = Object.keys(schemas) as (keyof typeof schemas)[];
const table = document.components.schemas as SchemaTable;

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "https://contract.test/", ...document });
const validators = new Map(
  names.map((name) => [name, ajv.compile({ $ref: `https://contract.test/#/components/schemas/${name}` })]),
);
const ajvAccepts = (name: keyof typeof schemas, value: unknown) => validators.get(name)?.(value);

test("there is one zod schema for each schema of the document, and no other", () => {
  expect([...names].sort(), "Run `npx -y pnpm@12 generate`, which writes them.").toEqual(Object.keys(table).sort());
});

describe("lengths are in characters, for the suite's check, for ajv and for the values that are generated", () => {
  const schema = { type: "string", minLength: 1, maxLength: 3 };
  const isValid = ajv.compile(schema);
  const problemsOfText = (value: unknown) => {
    onTestFinished(() => void delete schemaTable.Short);
    schemaTable.Short = schema;
    return problemsOf("Short", value).map(({ statement }) => statement);
  };

  test("the texts that a case sends are one character too short and too long", () => {
    expect(textsBeyond(schema).map(problemsOfText)).toEqual([[expect.any(String)], [expect.any(String)]]);
    expect(textsBeyond({ type: "string" })).toEqual([]);
  });

  test.each([
    ["", ["The body must have at least 1 characters, and has not"]],
    ["a", []],
    ["🙂🙂🙂", []],
    ["🙂🙂🙂🙂", ["The body must have at most 3 characters, and has not"]],
    ["abcd", ["The body must have at most 3 characters, and has not"]],
  ])("%j", (text, problems) => {
    expect([isValid(text), problemsOfText(text)]).toEqual([problems.length === 0, problems]);
  });

  test("every value that is generated", () => {
    fc.assert(fc.property(arbitraryOf(schema, table), (value) => isValid(value)));
  });
});

test("the document's schemas use no keyword that the suite's checks would pass over", () => {
  const advice =
    "Add each of these here, once `zodOf` of scripts/generate-schemas.ts writes it, and schema-check.ts and arbitraries.ts of packages/contract-tests/src/contract know it.";
  const checked = [
    "$ref",
    "type",
    "additionalProperties",
    "format",
    "minLength",
    "maxLength",
    "enum",
    "anyOf",
    "properties",
    "required",
    "items",
  ];
  const texts = ["title", "description", "examples", "example"];
  const keywords = new Set(Object.values(table).flatMap(keywordsOf));
  const others = [...keywords].filter(
    (keyword) => ![...checked, ...texts].includes(keyword) && !keyword.startsWith("x-"),
  );
  expect(others, advice).toEqual([]);
});

function keywordsOf(schema: JsonSchema): string[] {
  const { properties = {}, items, anyOf = [] } = schema;
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return [...Object.keys(schema), ...parts.flatMap(keywordsOf)];
}

describe("zod and the suite's own check agree with ajv on every value, valid or broken", () => {
  const strict = new Ajv2020({ strict: false });
  addFormats(strict);
  // In JSON Schema, `email` is a mailbox of RFC 5321, whose host may be one word. The package wants a dot in it.
  strict.addFormat("email", /^[^\s@]+@[^\s@]+$/);
  // JSON Schema allows a date-time any offset. The service's timestamps are in UTC.
  const dateTime = Object(strict.formats["date-time"]).validate;
  strict.addFormat("date-time", (text) => dateTime(text) && /(?:z|[+-]00:?00)$/i.test(text));
  strict.addSchema({ $id: "https://contract.test/", ...document });
  const isValid = (name: string) => strict.getSchema(`https://contract.test/#/components/schemas/${name}`);

  test.each(names)("%s", (name) => {
    const valid = arbitraryOf(table[name] ?? {}, table);
    fc.assert(
      fc.property(valid, (value) => {
        expect(ajvAccepts(name, value)).toBe(true);
      }),
      { numRuns: 25 },
    );
    fc.assert(
      fc.property(fc.oneof(valid, mutationsOf(valid), fc.jsonValue()), (value) => {
        // zod checks no formats.
        expect(schemas[name].safeParse(value).success).toBe(ajvAccepts(name, value));
        expect(problemsOf(name, value).length === 0).toBe(isValid(name)?.(value));
      }),
      { numRuns: 80 },
    );
  });

  test.each([
    "2026-02-28T10:00:00Z",
    "2026-02-28t10:00:00.123456z",
    "2026-02-28 10:00:00+05:30",
    "2026-02-28 10:00:00+00:00",
    "2028-02-29T23:59:59-08:00",
    "2026-02-29T10:00:00Z",
    "2026-02-30T10:00:00Z",
    "2026-04-31T10:00:00Z",
    "2026-13-01T10:00:00Z",
    "2026-00-01T10:00:00Z",
    "2026-02-00T10:00:00Z",
    "2026-02-28T24:00:00Z",
    "2026-02-28T10:60:00Z",
    "2026-02-28T10:00:00",
    "2026-02-28T10:00Z",
    "2026-02-28",
    "28/02/2026 10:00",
    "1772272800",
    "",
  ])("the date-time %j", (createdAt) => {
    const agent = { id: "", userId: "", name: "", email: "a@b", image: "https://a.test/", createdAt };
    expect(problemsOf("Agent", agent).length === 0).toBe(isValid("Agent")?.(agent));
  });

  test.each([
    "https://images.example.com/a%20b.png?x=[1]#y",
    "s3://bucket/key",
    "urn:isbn:1",
    "images.example.com/a.png",
    "/a.png",
    "https://images.example.com/a b.png",
    "https://images.example.com/आशा.png",
    "https://images.example.com/%zz",
    "",
  ])("the address %j", (image) => {
    const agent = { id: "", userId: "", name: "", email: "a@b", image, createdAt: "2026-02-28T10:00:00Z" };
    expect(problemsOf("Agent", agent).length === 0).toBe(isValid("Agent")?.(agent));
  });
});

describe("the suite's own check says where a value departs, once for all rows, and nothing of the value", () => {
  const completed = document.components.examples.CompletedAnalysis.value;
  const agents = document.components.examples.AgentList.value.data;

  test.each([
    ["a wrong type in every row", "AgentListResponse", "data[].id must be a string, and is a number", { id: 7 }],
    ["null in every row", "AgentListResponse", "data[].name must be a string, and is null", { name: null }],
    [
      "another form",
      "AgentListResponse",
      "data[].createdAt must have the format date-time, and has another form",
      { createdAt: "1" },
    ],
  ])("%s", (_what, schema, statement, change) => {
    const data = agents.map((agent) => ({ ...agent, ...change }));
    expect(problemsOf(schema, { data }).map((problem) => problem.statement)).toEqual([statement]);
  });

  test("what is inside an alternative is named, and not the alternative", () => {
    const analysis = { ...completed.data.analysis, score: "high" };
    const problems = problemsOf("AnalysisSnapshotResponse", { data: { ...completed.data, analysis } });
    expect(problems.map(({ statement }) => statement)).toEqual([
      "data.analysis.score must be a number, and is a string",
    ]);
    const replaced = problemsOf("AnalysisSnapshotResponse", { data: { ...completed.data, analysis: "none" } });
    expect(replaced.map(({ statement }) => statement)).toEqual([
      "data.analysis must be an object or null, and is a string",
    ]);
  });

  test("a further field is named where programs write such names, also beside an alternative without fields", () => {
    const analysis = { ...completed.data.analysis, mood: 1, "Asha Verma": 2 };
    const unknown = unknownFieldsOf("AnalysisSnapshotResponse", { data: { ...completed.data, analysis } });
    expect(unknown.map(({ field }) => field)).toEqual(["data.analysis.mood", "data.analysis.…"]);
  });
});

// `lint` compares every other example with the schema beside which the document shows it.
test("the completed example is a CompletedCall", () => {
  expect(
    schemas.CompletedCall.safeParse(document.components.examples.CompletedAnalysis.value.data).error,
  ).toBeUndefined();
});
