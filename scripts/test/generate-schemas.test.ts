import type { schemas as contractSchemas } from "@call-analysis/sdk/schemas";
import { expect, test } from "vitest";
import { schemasModule } from "../generate-schemas.ts";
import { importSource } from "../import-bundled.ts";

const components = {
  schemas: {
    Title: { type: "string", minLength: 1, maxLength: 3 },
    Name: { type: "string", minLength: 2 },
    Note: { type: "string", maxLength: 1 },
    Format: { type: "string", enum: ["csv", "json"] },
    FormatOrNull: { anyOf: [{ type: "string", enum: ["csv", "json"] }, { type: "null" }] },
    Status: { anyOf: [{ type: "string", enum: ["pending"] }, { type: "string" }] },
  },
};

const { schemas } = await importSource<{ schemas: Record<string, (typeof contractSchemas)["Agent"]> }>(
  schemasModule({ paths: {}, components }),
  "packages/sdk",
);

test.each([
  ["Title", "abc", undefined],
  ["Title", "🙂🙂🙂", undefined],
  ["Title", "", "must have at least 1 and at most 3 characters"],
  ["Title", "🙂🙂🙂🙂", "must have at least 1 and at most 3 characters"],
  ["Name", "a", "must have at least 2 characters"],
  ["Note", "", undefined],
  ["Note", "ab", "must have at most 1 characters"],
  ["Format", "csv", undefined],
  ["Format", "xml", 'Invalid option: expected one of "csv"|"json"'],
  ["Format", null, 'Invalid option: expected one of "csv"|"json"'],
  ["FormatOrNull", null, undefined],
  ["FormatOrNull", "xml", 'Invalid option: expected one of "csv"|"json"'],
  ["Status", "archived", undefined],
])("the schema %s says of %j: %s", (name, value, message) => {
  expect(schemas[name]?.safeParse(value).error?.issues[0]?.message).toBe(message);
});

test("a keyword that is not known is an error that names it, and what to do", () => {
  const document = { paths: {}, components: { schemas: { Title: { type: "string", pattern: "^a" } } } };
  expect(() => schemasModule(document)).toThrow(
    /^scripts\/generate-schemas\.ts does not know the keywords pattern\. Add/,
  );
});
