import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { Fresh } from "../src/context/fresh.ts";
import { Once } from "../src/context/once.ts";
import { type RunContext, runCase } from "../src/run/run-case.ts";
import { fakeDoors } from "../src/targets/doors.ts";

describe.each(Object.entries(fakeDoors))("the fake at its door %s", (_door, open) => {
  let context: RunContext;

  beforeAll(async () => {
    context = { target: await open(), fresh: new Fresh(), once: new Once(), signal: new AbortController().signal };
  });

  afterAll(() => context.target.close());

  test.each(allCases)("$tag: $name", async (subject) => {
    const { verdict, statement, place, seen } = await runCase(subject, context);
    expect({ verdict, statement, place, seen }).toEqual({ verdict: "passed" });
  });
});
