/** Equal inputs of one batch, and what the journal is told of them: without a file. */
import { AbortError, type CompletedCall, type FlowStage, NotFoundError } from "@call-analysis/sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import type { InputRecord, JournaledWork } from "../../src/record/journal.ts";
import { JournaledInputs } from "../../src/record/journaled-inputs.ts";
import type { JournalState } from "../../src/record/ledger.ts";
import { deferred } from "../support/deferred.ts";
import { failureOf } from "../support/failure-of.ts";

const result = { callId: "call-7", status: "completed" } as CompletedCall;
const notFoundAt = (stage: FlowStage) => Object.assign(new NotFoundError("404", { status: 404 } as never), { stage });

/** Runs inputs of one key, each with its own way to be analysed. */
function oneKey() {
  const inputs = new JournaledInputs(async () => {});
  const failed = vi.fn(async () => {});
  const find = vi.fn(async (): Promise<JournalState | undefined> => undefined);
  const record: Partial<InputRecord> = { id: "1", find, failed, completed: async () => {} };
  const run = (analyze: () => Promise<CompletedCall>, options: Partial<JournaledWork> = {}) => {
    const enter = async () => record as InputRecord;
    const within: JournaledWork["within"] = (_what, work) => work(new AbortController().signal);
    return inputs.run({ key: "order-7" }, { enter, analyze, within, log: () => {}, onWait: () => {}, ...options });
  };
  return { run, failed, find };
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

test("a wait for another process's creation is logged once, after ten seconds, and ends with its caller", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { run, find } = oneKey();
  find.mockResolvedValue({ stage: "creating", uncertain: false });
  const startedMs = Date.now();
  const lines: [atMs: number, level: string, text: string][] = [];
  const log: JournaledWork["log"] = (level, text) => void lines.push([Date.now() - startedMs, level, String(text)]);
  const caller = new AbortController();
  const onWait = vi.fn();
  const waiting = failureOf(run(async () => result, { log, onWait, within: (_what, work) => work(caller.signal) }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual([[expect.any(Number), "warn", expect.stringMatching(/^order-7: .*suspended/)]]);
  expect(lines[0]?.[0]).toBeGreaterThanOrEqual(9_900);
  expect(onWait).toHaveBeenCalled();
  caller.abort();
  expect(await waiting).toBeInstanceOf(AbortError);
  const looks = find.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(find).toHaveBeenCalledTimes(looks);
});
