/** Equal inputs of one batch, and what the journal is told of them: without a file. */
import { AbortError, type CompletedCall, type FlowStage, NotFoundError } from "@call-analysis/sdk";
import { expect, test, vi } from "vitest";
import type { InputRecord, JournaledWork } from "../../src/record/journal.ts";
import { JournaledInputs } from "../../src/record/journaled-inputs.ts";
import { deferred } from "../support/deferred.ts";
import { failureOf } from "../support/failure-of.ts";

const result = { callId: "call-7", status: "completed" } as CompletedCall;
const notFoundAt = (stage: FlowStage) => Object.assign(new NotFoundError("404", { status: 404 } as never), { stage });

/** Runs inputs of one key, each with its own way to be analysed. */
function oneKey() {
  const inputs = new JournaledInputs(async () => {});
  const failed = vi.fn(async () => {});
  const record: Partial<InputRecord> = { id: "1", find: async () => undefined, failed, completed: async () => {} };
  const run = (analyze: () => Promise<CompletedCall>, options: Partial<JournaledWork> = {}) => {
    const enter = async () => record as InputRecord;
    const within: JournaledWork["within"] = (_what, work) => work(new AbortController().signal);
    return inputs.run({ key: "order-7" }, { enter, analyze, within, log: () => {}, onWait: () => {}, ...options });
  };
  return { run, failed };
}

test.each<[FlowStage, number]>([
  ["create", 0],
  ["poll", 1],
])("after a 404 at the stage %s the journal is told %d times that the call has no result", async (stage, times) => {
  const { run, failed } = oneKey();
  const notFound = notFoundAt(stage);
  expect(await failureOf(run(() => Promise.reject(notFound)))).toBe(notFound);
  expect(failed).toHaveBeenCalledTimes(times);
});

test("an input that comes after an equal one has failed is analysed anew", async () => {
  const { run } = oneKey();
  await failureOf(run(() => Promise.reject(notFoundAt("create"))));
  expect(await run(async () => result)).toBe(result);
});

test("who follows an equal input waits no longer than its own caller does", async () => {
  const { run } = oneKey();
  const first = deferred<CompletedCall>();
  const followed = run(() => first.promise);
  const left = new AbortError("the caller has left", { requestSent: false });
  expect(await failureOf(run(async () => result, { within: () => Promise.reject(left) }))).toBe(left);
  first.resolve(result);
  expect(await followed).toBe(result);
});
