import { expect, test } from "vitest";
import { requiresLongTests } from "../test-requirements.ts";
import { documentedCodeIn, problemsOf } from "./documented-code.ts";

const pieces = await documentedCodeIn([
  "packages/*/src/**/*.ts",
  "README.md",
  "packages/*/README.md",
  "packages/*/skills/*/SKILL.md",
  "docs/*.md",
  "docs/{guides,reference}/*.md",
]);

test.each([
  "sdk/src/client.ts",
  "sdk/src/calls.ts",
  "sdk/src/resources.ts",
  "sdk/src/batch.ts",
  "sdk/src/proxy.ts",
  "sdk/README.md",
  "mock/src/service.ts",
  "mock/README.md",
  "sdk/skills/call-analysis-sdk/SKILL.md",
  "mock/skills/call-analysis-mock/SKILL.md",
])("packages/%s has an example", (path) => {
  expect(pieces.some(({ place }) => place.startsWith(`packages/${path}`))).toBe(true);
});

test(
  "every example of the doc comments, of the READMEs and of the documentation compiles",
  requiresLongTests,
  async () => {
    expect(await problemsOf(pieces)).toEqual([]);
  },
);
