import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Memo, UniqueValues } from "../src/case.ts";
import { allCases } from "../src/cases/all-cases.ts";
import { type RunContext, runCase } from "../src/run/run-cases.ts";
import { fakeAdapters } from "../src/targets/fake.ts";

describe.each(Object.entries(fakeAdapters))("the fake through its adapter %s", (_adapter, start) => {
  let context: RunContext;

  beforeAll(async () => {
    context = {
      target: await start(),
      unique: new UniqueValues(),
      memo: new Memo(),
      signal: new AbortController().signal,
    };
  });

  afterAll(() => context.target.close());

  test.each(allCases)("$tag: $name", async (testCase) => {
    const { verdict, statement, place, actual } = await runCase(testCase, context);
    expect({ verdict, statement, place, actual }).toEqual({ verdict: "passed" });
  });
});
