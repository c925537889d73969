import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Policies } from "@call-analysis/mock";
import { expect, test } from "vitest";
import * as z from "zod";
import { policiesSchema } from "../../mock/src/core/policies.ts";
import { assumptions, unobservable } from "../src/assumptions.ts";
import type { Case } from "../src/case.ts";
import { findingsOf, runCases } from "../src/run.ts";
import { createFake, fakeTarget } from "../src/target.ts";

/** Another value of each setting that takes any text or number. All values of the others are in their schemas. */
const openValues: Partial<Policies> = {
  uploadUrlLifetimeMs: 3_600_000,
  failedStatus: "rejected",
  criterionResults: { met: "Pass", partly: "Half", missed: "Fail", notApplicable: "Skip" },
};

const schemas = z.toJSONSchema(policiesSchema, { unrepresentable: "any", io: "input" }).properties ?? {};
const rows = assumptions.filter((row): row is { id: string; setting: string } => row.setting !== undefined);
const observable = rows.filter(({ id }) => !(id in unobservable));

/** Every other value of each setting that a case can observe. */
const otherValues = observable.flatMap(({ id, setting }) =>
  otherValuesOf(setting).map((value) => ({ id, setting, value })),
);

function otherValuesOf(setting: string): unknown[] {
  if (setting in openValues) return [Reflect.get(openValues, setting)];
  const { type, enum: values = [], default: assumed } = Object(schemas[setting]);
  return type === "boolean" ? [!assumed] : values.filter((value: unknown) => value !== assumed);
}

/** Runs cases, by default every one, on a fake as if it were the live service. */
function runAsLive(policies: Partial<Policies>, cases?: readonly Case[]) {
  const target = fakeTarget(createFake({ policies }), { name: "live" });
  return runCases(target, { negative: true, destructive: true, ...(cases && { cases }) });
}

const asAssumed = await runAsLive({});

test("a service that behaves as assumed has no drift", () => {
  expect(findingsOf(asAssumed)).toEqual([]);
  expect(asAssumed.outcomes.length).toBeGreaterThan(100);
  expect(asAssumed.outcomes.filter(({ verdict }) => verdict !== "passed")).toEqual([]);
});

test("every setting of the fake is observed with another value, or has a test of its own where no case can", () => {
  const without = observable.filter(({ setting }) => otherValuesOf(setting).length === 0);
  expect(without, "Write another value into `openValues` of packages/contract-tests/test/drift.test.ts.").toEqual([]);
  const folder = join(import.meta.dirname, "../../mock/test");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const tests = files.map((file) => readFileSync(join(folder, file), "utf8"));
  const untested = rows.filter(
    (row) => !observable.includes(row) && !tests.some((text) => text.includes(`${row.setting}: `)),
  );
  expect(untested, "Write a test of each value in packages/mock/test/policies.test.ts.").toEqual([]);
});

test.each(otherValues)(
  "a live service whose $setting is $value gets drift in its row alone, from the cases that observe it",
  async ({ id, setting, value }) => {
    const observing = asAssumed.outcomes.filter(({ observed }) => observed.includes(id));
    const result = await runAsLive(
      { [setting]: value },
      observing.map((outcome) => outcome.case),
    );
    const places = new Set(findingsOf(result).map(({ kind, place }) => `${kind} ${place}`));
    const advice = `Write a case in packages/contract-tests/src/cases/ that observes the row ${id} and no other.`;
    expect([...places], advice).toEqual([`assumption ${id}`]);
    expect(result.outcomes.filter(({ verdict }) => verdict === "failed")).toEqual([]);
  },
);

test("no case fails on a live service in which every setting has another value", async () => {
  const { outcomes } = await runAsLive(Object.fromEntries(otherValues.map(({ setting, value }) => [setting, value])));
  expect(outcomes).toHaveLength(asAssumed.outcomes.length);
  expect(outcomes.filter(({ verdict }) => verdict === "failed")).toEqual([]);
});
