/** What is told of one input of a batch, as a row of the output. Pure. */
import { AbortError, type BatchOutcome, type CompletedCall, SubmissionUncertainError } from "@call-analysis/sdk";
import type { View } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import { analysisFields } from "../output/scorecard.js";

/** One input, and what came of it. */
export interface OutcomeRow {
  ok: boolean;
  /** Whether the call may exist, and nobody knows. */
  uncertain: boolean;
  /** Its identity in the journal; null when it could not be found. */
  key: string | null;
  callId?: string;
  /** The recording's name; absent for an entry of the journal whose recording is not known. */
  file?: string;
  /** Absent for a call that this command has not asked for. */
  memberId?: string;
  categoryId?: string;
  result?: CompletedCall;
  error?: Error | undefined;
  resume?: unknown;
}

/** The row of an outcome. */
export function outcomeRow(outcome: BatchOutcome<unknown>, file: string): OutcomeRow {
  const { key = null } = outcome;
  if (outcome.ok) {
    // The service's udfs are open; nothing here looks into them.
    const result = outcome.result as CompletedCall;
    return { ok: true, uncertain: false, key, callId: result.callId, file, result };
  }
  const { error, resume } = outcome;
  const uncertain = isUncertainOutcome(outcome);
  const callId = callIdOf(error, resume);
  return { ok: false, uncertain, key, ...(callId !== undefined && { callId }), file, error, ...(resume && { resume }) };
}

/** Whether an input was only ended by the end of the run: then the next one goes on with it. */
export function isLeftForLater(outcome: BatchOutcome<unknown>): boolean {
  return !outcome.ok && AbortError.is(outcome.error) && !isUncertainOutcome(outcome);
}

function isUncertainOutcome(outcome: BatchOutcome<unknown> & { ok: false }): boolean {
  const { error, resume } = outcome;
  return SubmissionUncertainError.is(error) || (resume?.stage === "create" && resume.uncertain);
}

/** The address of the recording whose call is not known to be created. */
export function addressOf(outcome: BatchOutcome<unknown>): string | undefined {
  if (outcome.ok || outcome.resume?.stage !== "create") return undefined;
  return outcome.resume.call.audio_url;
}

function callIdOf(error: Error, resume: unknown): string | undefined {
  const { callId } = { ...Object(resume), ...error } as { callId?: unknown };
  return typeof callId === "string" ? callId : undefined;
}

/** The word for how an input stands. */
export function statusOf({ ok, uncertain, result, callId, error }: OutcomeRow): string {
  if (ok) return result?.status ?? "completed";
  if (uncertain) return "uncertain";
  if (error) return "failed";
  return callId === undefined ? "not created" : "created";
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
  record: ({ result, error, ...row }) => {
    const { status, analysis, metadata } = result ?? {};
    const details = result ? { status, analysis, metadata: metadata ?? null } : {};
    // A run that was interrupted has created it, and has not waited for its analysis.
    const isLeft = !result && !error && row.file !== undefined;
    return { ...row, ...(isLeft && { status: statusOf(row) }), ...details, ...(error && { error: errorJson(error) }) };
  },
  fields: (row) => ({
    file: row.file ?? "",
    ok: row.ok,
    uncertain: row.uncertain,
    key: row.key ?? "",
    callId: row.callId ?? "",
    status: statusOf(row),
    ...analysisFields(row.result ?? {}),
    error: row.error ? messageOf(row.error) : "",
    memberId: row.memberId ?? "",
    categoryId: row.categoryId ?? "",
  }),
};
