/** What is told of one recording of a batch, as a row of the output. Pure. */
import { AbortError, type CompletedCall, SubmissionUncertainError } from "@call-analysis/sdk";
import type { BatchOutcome } from "@call-analysis/sdk/batch";
import type { View } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import { analysisFields } from "../output/scorecard.js";
import type { CallFields } from "./recording-input.js";

/** One recording, and what came of it. */
export interface OutcomeRow extends Partial<CallFields> {
  ok: boolean;
  /** Whether the call may exist, and nobody knows. */
  uncertain: boolean;
  /** Its identity in the journal; null where there is none. */
  key: string | null;
  callId?: string;
  /** The recording's name; absent for a call that was named by its id. */
  file?: string;
  /** Where the recording of an uncertain call is. */
  audioUrl?: string;
  /** Whether somebody decided that it gets no call. */
  skipped?: boolean;
  result?: CompletedCall;
  error?: Error | undefined;
}

/** What an outcome says, without the file and the fields of its call. */
export function outcomeRow(outcome: BatchOutcome): OutcomeRow {
  const { key = null } = outcome;
  if (outcome.ok) {
    const { result } = outcome;
    return { ok: true, uncertain: false, key, callId: result.callId, result };
  }
  const { error } = outcome;
  const { code, resume, callId } = error as {
    code?: string;
    resume?: { stage: string; callId?: string };
    callId?: string;
  };
  const known = callId ?? resume?.callId;
  return {
    ok: false,
    uncertain: SubmissionUncertainError.is(error) || (AbortError.is(error) && isOfSentCreation(error)),
    key,
    ...(known !== undefined && { callId: known }),
    ...(code === "skipped" ? { skipped: true } : { error }),
  };
}

function isOfSentCreation({ stage, requestSent }: AbortError): boolean {
  return stage === "create" && requestSent;
}

/** Where the recording of a creation is, without a query, which may be a signature. */
export function addressOf(error: Error | undefined): string | undefined {
  const { resume } = Object(error) as { resume?: { stage: string; call?: { audio_url?: string } } };
  return withoutQuery(resume?.call?.audio_url);
}

/** An address without its query, which may be a signature. */
export function withoutQuery(address: string | undefined): string | undefined {
  return address?.split("?")[0];
}

/** The word for how a recording stands. */
export function statusOf({ ok, uncertain, skipped, result, error }: OutcomeRow): string {
  if (ok) return result?.status ?? "completed";
  if (uncertain) return "uncertain";
  if (skipped) return "skipped";
  return error ? "failed" : "not completed";
}

/** The order of files in a table. */
export function byFile({ file: one = "" }: OutcomeRow, { file: other = "" }: OutcomeRow): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** How outcomes are written. */
export const outcomeView: View<OutcomeRow> = {
  columns: [
    { title: "File", keep: "end" },
    { title: "Status", isWhole: true },
    { title: "Score", isWhole: true, align: "right" },
    { title: "Call", isWhole: true },
    // The last one: what a failure says may be long. What is uncertain is told at the end of the run.
    { title: "Outcome" },
  ],
  cells: (row) => [
    row.file ?? row.key ?? "",
    statusOf(row),
    row.result ? String(row.result.analysis.score) : "",
    row.callId ?? "",
    row.result?.analysis.outcomeLabel ?? (row.error && !row.uncertain ? messageOf(row.error) : ""),
  ],
  order: byFile,
  record: (row) => ({ ...baseOf(row), analysis: row.result?.analysis, metadata: row.result?.metadata }),
  fields: (row) => ({ ...baseOf(row), ...analysisFields(row.result ?? {}) }),
};

function baseOf(row: OutcomeRow) {
  const { ok, uncertain, key, callId, file, memberId, categoryId, udfs, date, audioUrl, error } = row;
  const call = { memberId, categoryId, udfs, date, audioUrl };
  return { file, ok, uncertain, key, callId, status: statusOf(row), ...call, error: error && errorJson(error) };
}
