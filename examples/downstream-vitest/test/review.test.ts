import { test } from "@call-analysis/mock/vitest";
import { SubmissionUncertainError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { review } from "../src/review.ts";

const recording = new Blob(["the bytes of a recording"], { type: "audio/wav" });
const asha = "asha.verma@example.com";

test("a good call is praised", async ({ service, sdk }) => {
  service.engine.when({ filename: "call.wav" }).complete({ score: 91 });
  expect(await review(sdk, recording, asha)).toMatchObject({ verdict: "praise" });
});

test("a weak call is for coaching", async ({ service, sdk }) => {
  service.engine.when({ filename: "call.wav" }).complete({ score: 40 });
  expect(await review(sdk, recording, asha)).toMatchObject({ verdict: "coach" });
});

test("a recording that cannot be analysed is for a person", async ({ service, sdk }) => {
  service.engine.when({ filename: "call.wav" }).fail("Nobody speaks.");
  expect(await review(sdk, recording, asha)).toMatchObject({ verdict: "listen yourself" });
});

test("a lost response is not taken for a failure, and the call is created once", async ({ service, sdk }) => {
  service.faults.inject({ operation: "createCall", network: "reset", when: "after" });
  await expect(review(sdk, recording, asha)).rejects.toSatisfy(SubmissionUncertainError.is);
  expect(service.db.calls.list()).toHaveLength(1);
});

test("a busy service is asked again", async ({ service, sdk }) => {
  service.faults.inject({ operation: "listCategories", sequence: [{ status: 503 }, { status: 429, retryAfter: 0 }] });
  await review(sdk, recording, asha);
  expect(service.journal.count({ operation: "listCategories" })).toBe(3);
});
