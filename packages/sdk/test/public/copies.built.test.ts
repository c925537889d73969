/** The package's own code answers here, and a second copy of it knows the errors of the first. */
import * as sdkPackage from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { failureOf, startFake } from "./support/fake.ts";
import { codeOf, requireInProject } from "./support/project.ts";

const { CallAnalysis, CallAnalysisError, ConfigurationError } = sdkPackage;

test("what answers here is the code that the run is about", () => {
  let error: unknown;
  try {
    void new CallAnalysis({ apiKey: "key\n" });
  } catch (thrown) {
    error = thrown;
  }
  expect((error as Error).stack).toContain(codeOf("sdk"));
});

test("errors are known by is() and instanceof across the package's copies and entries", async () => {
  const required = requireInProject("@call-analysis/sdk") as typeof sdkPackage;
  const { service } = startFake();
  const reach = { ...service.clientOptions(), fetch: service.fetch };
  const foreign = await failureOf(new required.CallAnalysis(reach).calls.getAnalysis("call_none"));
  expect(required.CallAnalysis).not.toBe(CallAnalysis);
  expect(sdkPackage.NotFoundError.is(foreign)).toBe(true);
  expect(sdkPackage.ApiError.is(foreign)).toBe(true);
  expect(CallAnalysisError.is(foreign)).toBe(true);
  expect(sdkPackage.ServerError.is(foreign)).toBe(false);
  expect(CallAnalysisError.is(new Error("other"))).toBe(false);
  const { fileJournal } = await import("@call-analysis/sdk/node");
  expect(() => fileJournal("")).toThrow(ConfigurationError);
});
