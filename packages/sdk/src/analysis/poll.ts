/** Waiting for an analysis: a row of readings that ends with completion, failure, or the end of patience. */
import type { AnalysisSnapshot, CompletedCall } from "../contract/types.js";
import { AnalysisFailedError } from "../errors/flow-errors.js";
import { type Classification, meaningOf } from "./classify.js";
import { Wait, type WaitDependencies } from "./wait.js";

interface Reading {
  snapshot: AnalysisSnapshot;
  meaning: Classification;
}

/**
 * The completed call.
 *
 * @throws {AnalysisFailedError} when a status means failure
 * @throws {PollTimeoutError} when `poll.timeoutMs` is over
 * @throws {CallAnalysisError} what ended the readings before
 */
export async function waitForAnalysis(callId: string, scope: WaitDependencies): Promise<CompletedCall> {
  for await (const { snapshot, meaning } of readings(callId, scope)) {
    // A reading means completion only with its output; the metadata comes with it.
    if (meaning === "completed") return snapshot as CompletedCall;
  }
  throw new Error("The readings ended without a completed call.");
}

/** The first reading of each status; that of completion once its output is there. Throws as {@link waitForAnalysis}. */
export async function* statusChanges(
  callId: string,
  scope: WaitDependencies,
): AsyncGenerator<AnalysisSnapshot, void, void> {
  let lastStatus: string | undefined;
  for await (const { snapshot, meaning } of readings(callId, scope)) {
    const isComing = meaning === "pending" && scope.poll.classify(snapshot.status) === "completed";
    if (isComing || (snapshot.status === lastStatus && meaning === "pending")) continue;
    lastStatus = snapshot.status;
    yield snapshot;
  }
}

async function* readings(callId: string, scope: WaitDependencies): AsyncGenerator<Reading, void, void> {
  const wait = new Wait(callId, scope);
  for (;;) {
    await wait.pause();
    const snapshot = await wait.read();
    if (!snapshot) continue;
    const meaning = meaningOf(snapshot, scope.poll.classify);
    wait.report(snapshot, meaning);
    yield { snapshot, meaning };
    if (meaning === "completed") return;
    if (meaning === "failed") throw failed(callId, snapshot);
  }
}

function failed(callId: string, snapshot: AnalysisSnapshot): AnalysisFailedError {
  const { status } = snapshot;
  const message = `The analysis of call ${callId} ended with status "${status}". Create the call again if the recording is good.`;
  return new AnalysisFailedError(message, { callId, status, snapshot });
}
