import { createValidator, schemas } from "@call-analysis/sdk/schemas";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf, mutationsOf } from "../src/contract/arbitraries.ts";
import { document, type SchemaTable } from "../src/contract/openapi-document.ts";

const names = Object.keys(schemas) as (keyof typeof schemas)[];
const table = document.components.schemas as SchemaTable;

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "https://contract.test/", ...document });
const validators = new Map(
  names.map((name) => [name, ajv.compile({ $ref: `https://contract.test/#/components/schemas/${name}` })]),
);
const ajvAccepts = (name: keyof typeof schemas, value: unknown) => validators.get(name)?.(value);

test("there is one zod schema for each schema of the document, and no other", () => {
  expect([...names].sort()).toEqual(Object.keys(table).sort());
});

describe("zod and ajv agree on every value, valid or broken", () => {
  test.each(names)("%s", (name) => {
    const valid = arbitraryOf(table[name] ?? {}, table);
    fc.assert(
      fc.property(valid, (value) => {
        expect(ajvAccepts(name, value)).toBe(true);
        expect(schemas[name].safeParse(value).success).toBe(true);
      }),
      { numRuns: 50 },
    );
    fc.assert(
      fc.property(fc.oneof(mutationsOf(valid), fc.jsonValue()), (value) => {
        expect(schemas[name].safeParse(value).success).toBe(ajvAccepts(name, value));
      }),
      { numRuns: 150 },
    );
  });
});

describe("every example of the document is what its schema says", () => {
  const examples = document.components.examples;
  test.each([
    ["AgentList", "AgentListResponse"],
    ["CreateAgent", "CreateAgentRequest"],
    ["CreatedAgent", "CreatedAgentResponse"],
    ["UpdateAgent", "UpdateAgentRequest"],
    ["UpdatedAgent", "UpdatedAgentResponse"],
    ["DeletedAgent", "DeletedAgentResponse"],
    ["CreateUploadUrl", "CreateUploadUrlRequest"],
    ["UploadGrant", "UploadGrantResponse"],
    ["CreateCall", "CreateCallRequest"],
    ["CreatedCall", "CreatedCallResponse"],
    ["PendingAnalysis", "AnalysisSnapshotResponse"],
    ["CompletedAnalysis", "AnalysisSnapshotResponse"],
    ["CategoryList", "CategoryListResponse"],
    ["CategoryDetail", "CategoryDetailResponse"],
    ["AddProspect", "Prospect"],
    ["ProspectAdded", "ProspectResult"],
    ["SimpleError", "SimpleError"],
    ["ValidationError", "ValidationError"],
  ] as const)("%s is a %s", (example, schema) => {
    expect(schemas[schema].safeParse(examples[example].value).error).toBeUndefined();
  });

  test("the completed example is a CompletedCall", () => {
    expect(schemas.CompletedCall.safeParse(examples.CompletedAnalysis.value.data).error).toBeUndefined();
  });
});

describe("the validator", () => {
  const validator = createValidator();

  test("finds nothing in a response that matches", () => {
    expect(validator("listAgents", document.components.examples.AgentList.value)).toEqual([]);
  });

  test("names the place and the problem of what does not match", () => {
    expect(validator("createCall", { data: { callId: 7 } })).toEqual([
      { path: "data.callId", message: expect.stringContaining("string") },
      { path: "data.status", message: expect.stringContaining("string") },
    ]);
  });

  test("accepts unknown fields and unknown statuses", () => {
    expect(validator("createCall", { data: { callId: "c", status: "sleeping", further: 1 }, more: true })).toEqual([]);
  });
});
