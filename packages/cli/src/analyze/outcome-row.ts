/** The outcome of one recording as a row of the output. Pure. */
import {
  AbortError,
  AnalysisFailedError,
  type CallAnalysisError,
  type CompletedCall,
  JournalError,
  NotFoundError,
  SubmissionUncertainError,
} from "@call-analysis/sdk";
import type { BatchOutcome } from "@call-analysis/sdk/batch";
import { CommandError, hasCode } from "../errors.js";
import type { View } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import { analysisFields } from "../output/scorecard.js";
import type { Planned } from "./plan.js";
import type { CallFields } from "./recording-input.js";

/** One recording and its outcome. */
export interface OutcomeRow extends Partial<CallFields> {
  ok: boolean;
  /** Whether the call may or may not exist. */
  uncertain: boolean;
  /** The key in the journal. Null if there is none. */
  key: string | null;
  callId?: string | undefined;
  /** The recording's name. Absent for a call that was given by its id. */
  file?: string;
  /** The URL of an uncertain call's recording. */
  audioUrl?: string | undefined;
  /** Whether the recording was settled with `--skip`. */
  skipped?: boolean;
  result?: CompletedCall;
  error?: Error | undefined;
}

/** The row for an outcome of the client's batch. */
export function outcomeRow(
  { key, result, error }: BatchOutcome,
  { name: file, fields, state, audioUrl: knownUrl }: Planned,
): OutcomeRow {
  const known = withoutQuery(knownUrl);
  const row = { file, ...fields, key: key ?? null, ok: false, uncertain: false };
  if (result) {
    const { callId, metadata } = result;
    const isOther = state === "created" && known !== undefined && withoutQuery(metadata.audioUrl) !== known;
    return isOther ? { ...row, callId, error: lostCall(callId) } : { ...row, ok: true, callId, result };
  }
  if (JournalError.is(error) && error.code === "skipped") return { ...row, skipped: true };
  const { resume } = error as CallAnalysisError;
  const callId = resume?.stage === "poll" ? resume.callId : undefined;
  if (state === "created" && NotFoundError.is(error)) return { ...row, callId, error: lostCall(callId, error) };
  const isSentCreation = AbortError.is(error) && error.stage === "create" && error.requestSent;
  if (!isSentCreation && !SubmissionUncertainError.is(error)) return { ...row, callId, error };
  const address = resume?.stage === "create" ? withoutQuery(resume.call.audio_url) : known;
  return { ...row, uncertain: true, audioUrl: address, error };
}

function lostCall(callId: string | undefined, cause?: Error): CommandError {
  const why = "no longer exists, or now belongs to another recording";
  return new CommandError("call_lost", `An earlier run created call ${callId}, which ${why}.`, { cause });
}

/** A URL without its query, which may be a signature. */
export function withoutQuery(address: string | undefined): string | undefined {
  return address?.split("?")[0];
}

/**
 * The words for the outcomes of recordings. `unread` means that the call exists, but its analysis could not be read. It
 * may be completed by now.
 */
export type Ending = "completed" | "failed" | "uncertain" | "unread" | "skipped";

export function endingOf({ ok, uncertain, skipped, callId, error }: OutcomeRow): Ending {
  if (ok) return "completed";
  if (uncertain) return "uncertain";
  if (skipped) return "skipped";
  return callId === undefined || hasNoResult(error) ? "failed" : "unread";
}

/** Whether an existing call can never give a result. */
export function hasNoResult(error: unknown): boolean {
  return AnalysisFailedError.is(error) || hasCode(error, "call_lost");
}

/** The columns and forms of outcomes. */
export const outcomeView: View<OutcomeRow> = {
  columns: [
    { title: "File", text: ({ file, key }) => file ?? key ?? "", isPath: true },
    { title: "Status", text: endingOf, isWhole: true },
    { title: "Score", text: ({ result }) => String(result?.analysis.score ?? ""), isWhole: true, align: "right" },
    { title: "Call", text: ({ callId = "" }) => callId, isWhole: true },
    // The last column, because a failure's message may be long. Uncertain calls are listed at the end of the run.
    {
      title: "Outcome",
      text: ({ result, error, uncertain }) =>
        result?.analysis.outcomeLabel ?? (error && !uncertain ? messageOf(error) : ""),
    },
  ],
  sortedBy: ({ file = "" }) => file,
  record: (row) => ({ ...baseOf(row), analysis: row.result?.analysis, metadata: row.result?.metadata }),
  fields: (row) => ({ ...baseOf(row), ...analysisFields(row.result ?? { metadata: { date: row.date } }) }),
};

function baseOf(row: OutcomeRow) {
  const { ok, uncertain, key, callId, file, memberId, categoryId, udfs, date, audioUrl, error } = row;
  const call = { memberId, categoryId, udfs, date, audioUrl };
  return { file, ok, uncertain, key, callId, status: endingOf(row), ...call, error: error && errorJson(error) };
}
