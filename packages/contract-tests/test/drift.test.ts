import type { Policies } from "@call-analysis/mock";
import { expect, test } from "vitest";
import type { Case } from "../src/case.ts";
import { assumptions, unobservable } from "../src/contract/assumptions.ts";
import { driftOf } from "../src/report/report.ts";
import { type CaseOutcome, runCases } from "../src/run/run-cases.ts";
import { createFake, fakeTarget } from "../src/targets/fake.ts";

/** Another value for each setting that a case can observe. */
const otherValues: Partial<Policies> = {
  invalidInputStatus: 422,
  emailInUseStatus: 422,
  unknownReferenceStatus: 422,
  requestIdHeader: null,
  emptyRecordings: "accept",
  uploadUrlLifetimeMs: 3_600_000,
  uploadContentType: "any",
  uploadStatus: 204,
  storageErrorFormat: "json",
  zonelessDateOffset: "+00:00",
  missingUdfs: "null",
  analysisBeforeCompletion: "absent",
  unknownMetadata: "absent",
  failedStatus: "rejected",
  durationUnit: "milliseconds",
  metadataDate: "date",
  scoreScale: "points",
  criterionResults: { met: "Pass", partly: "Half", missed: "Fail", notApplicable: "Skip" },
  extractions: "null",
  callObservations: "null",
  areasForImprovement: "null",
};

/** Runs cases, by default every one, on a fake as if it were the live service. */
function runAsLive(policies: Partial<Policies>, cases?: readonly Case[]) {
  const target = { ...fakeTarget(createFake({ policies }), { name: "live" }), generatedInputs: 1 };
  return runCases(target, { negative: true, destructive: true, ...(cases && { cases }) });
}

const asAssumed = await runAsLive({});

/** The cases that observe a row of ASSUMPTIONS.md. */
function casesObserving(id: string): Case[] {
  const observes = ({ observations }: CaseOutcome) => observations.some(({ assumption }) => assumption === id);
  return asAssumed.outcomes.filter(observes).map((outcome) => outcome.case);
}

test("a service that behaves as assumed has no drift", () => {
  expect(driftOf(asAssumed)).toEqual([]);
  expect(asAssumed.outcomes.length).toBeGreaterThan(100);
  expect(asAssumed.outcomes.filter(({ verdict }) => verdict !== "passed")).toEqual([]);
});

test("every setting of the fake has another value here, except those whose row no case can observe", () => {
  const rows = assumptions.filter(({ id, setting }) => setting !== null && !(id in unobservable));
  expect(Object.keys(otherValues).sort()).toEqual(rows.map(({ setting }) => setting).sort());
});

test.each(Object.entries(otherValues))(
  "a live service with another %s gets drift in its row alone, from the cases that observe it",
  async (setting, value) => {
    const row = assumptions.find((assumption) => assumption.setting === setting);
    const result = await runAsLive({ [setting]: value }, casesObserving(row?.id ?? ""));
    const drift = driftOf(result);
    expect(new Set(drift.map(({ place }) => place))).toEqual(new Set([`ASSUMPTIONS.md, ${row?.id}`]));
    expect(drift[0]?.setting).toBe(setting);
    expect(result.outcomes.filter(({ verdict }) => verdict === "failed")).toEqual([]);
  },
);

test("no case fails on a live service in which every setting has another value", async () => {
  const { outcomes } = await runAsLive(otherValues);
  expect(outcomes).toHaveLength(asAssumed.outcomes.length);
  expect(outcomes.filter(({ verdict }) => verdict === "failed")).toEqual([]);
});
