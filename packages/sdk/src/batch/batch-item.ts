/** One input of a batch: the whole flow, from where an earlier process left it. */

import type { FlowEvent } from "../analysis/events.js";
import { Flow, type FlowDependencies } from "../analysis/flow.js";
import { checkRecreate } from "../analysis/resume.js";
import { atStage } from "../analysis/stage.js";
import { type AnalyzeFileInput, checkInput, submit } from "../analysis/submit.js";
import type { CompletedCall } from "../contract/types.js";
import type { CallAnalysisError, ResumeToken } from "../errors/call-analysis-error.js";
import { callSafely } from "../http/callback.js";
import type { AdaptivePolling } from "./adaptive-polling.js";
import type { ResolvedBatchOptions } from "./batch-options.js";
import type { JournalKeys } from "./journal-key.js";
import { JournalRecord } from "./journal-record.js";
import type { Semaphore } from "./semaphore.js";

/** What the inputs of a batch share. */
export interface BatchDependencies {
  steps: FlowDependencies;
  options: ResolvedBatchOptions;
  keys: JournalKeys;
  polls: Semaphore;
  /** Missing when the caller has set the pauses. */
  serviceTimes: AdaptivePolling | undefined;
}

/** One input, and what is its own. */
export interface BatchItem {
  index: number;
  input: AnalyzeFileInput<unknown>;
  signal: AbortSignal;
  /** Lets the next recording be uploaded. */
  onSubmitted: () => void;
}

/**
 * The completed call of an input, by whichever process.
 *
 * @throws {CallAnalysisError} as `analyzeFile` and `resume` do
 */
export async function runItem(item: BatchItem, scope: BatchDependencies): Promise<CompletedCall> {
  const { journal } = scope.options;
  checkInput(item.input);
  if (!journal) return analyze(item, scope, undefined);
  const record = await JournalRecord.read(journal, await scope.keys.next(item.input));
  if (record.result) return record.result;
  try {
    const result = await analyze(item, scope, record);
    await recordSafely(scope, () => record.finish(result));
    return result;
  } catch (error) {
    const { resume } = error as Partial<CallAnalysisError>;
    // A creation that was refused leaves no doubt any more.
    if (resume) await recordSafely(scope, () => record.keep(resume));
    throw error;
  }
}

/** What is told at the end is worth less than the outcome: without it the next run reads or refuses once more. */
async function recordSafely({ steps }: BatchDependencies, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    steps.log("warn", `The journal could not be written. ${error}`);
  }
}

async function analyze(
  { index, input, signal, onSubmitted }: BatchItem,
  { steps, options, polls, serviceTimes }: BatchDependencies,
  record: JournalRecord | undefined,
): Promise<CompletedCall> {
  const onEvent = (event: FlowEvent) => callSafely(options.onEvent, { ...event, index });
  const keep = record && ((token: ResumeToken) => record.keep(token));
  const flow = new Flow(steps, { ...options, signal, onEvent, keep, serviceTimes });
  const callId = await callOf(flow, input, record?.resume);
  onSubmitted();
  const release = await polls.acquire();
  try {
    return await flow.wait(callId);
  } finally {
    release();
  }
}

/** The call that an earlier process created, or else a new one. */
async function callOf(flow: Flow, input: AnalyzeFileInput<unknown>, token: ResumeToken | undefined): Promise<string> {
  if (!token) return (await submit(flow, input)).callId;
  if (token.stage === "poll") return token.callId;
  await atStage(
    "create",
    async () => checkRecreate(token, false),
    () => token,
  );
  return (await flow.create(token.call)).callId;
}
