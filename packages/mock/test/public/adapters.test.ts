/** The fake behind the global fetch, as an application reaches it with msw. */

import * as sdkPackage from "@call-analysis/sdk";
import { afterEach, expect, test } from "vitest";
import { failureOf, fakeOf } from "../../../sdk/test/public/support/fake.ts";

const { setupMockServer } = await import("@call-analysis/mock/node");
const mock = setupMockServer({ seed: 3 });

/** A client as an application makes it: with the global fetch. */
const clientOf = (service: typeof mock.service) =>
  new sdkPackage.CallAnalysis({ ...service.clientOptions({ fast: true }), retry: false });

afterEach(() => {
  mock.close();
  mock.service.reset();
});

test("the whole flow runs, also of a client that was made before listen(), and again after a reset", async () => {
  const sdk = clientOf(mock.service);
  const { input } = fakeOf(mock.service);
  mock.listen();
  const first = await sdk.calls.analyzeFile(input());
  mock.service.reset();
  expect((await sdk.calls.analyzeFile(input())).callId).toBe(first.callId);
});

test("faults reach the client as its own errors", async () => {
  mock.listen();
  const sdk = clientOf(mock.service);
  const { input, calls } = fakeOf(mock.service);
  mock.service.faults.inject({ operation: "listAgents", status: 429, retryAfter: 3, times: 1 });
  expect(await failureOf(sdk.agents.list())).toMatchObject({ name: "RateLimitError", retryAfterMs: 3_000 });
  mock.service.faults.inject({ operation: "createCall", network: "error", when: "after", times: 1 });
  const fresh = clientOf(mock.service).withOptions({ headers: { "x-a": "b" } });
  expect((await failureOf(fresh.calls.submitFile(input()))).name).toBe("SubmissionUncertainError");
  expect(calls()).toBe(1);
  mock.service.faults.inject({ operation: "listCategories", body: "malformed", times: 1 });
  expect((await failureOf(fresh.categories.list())).name).toBe("ResponseFormatError");
});
