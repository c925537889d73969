/** The list of all calls, as the control interface shows it. */
import { isoOf } from "../core/clock.js";
import { invalidValue } from "../core/mock-service-error.js";
import type { Analyses } from "../domain/analyses.js";
import type { CallRow } from "../store/rows.js";
import type { Store } from "../store/store.js";
import type { Page } from "./query.js";

/** What calls are listed from. */
export interface CallListDependencies {
  store: Store;
  analyses: Analyses;
}

/**
 * A page of calls, the oldest first, without their analyses: of a completed call, its score and its outcome. To list a
 * call counts as no poll.
 *
 * @throws {MockServiceError} "invalid-input" when there is no call with the id `after`
 */
export function pageOfCalls({ limit, after }: Page, { store, analyses }: CallListDependencies): object[] {
  const rows = store.calls.list();
  const start = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw invalidValue("after", "is no call's id");
  return rows.slice(start, limit === undefined ? undefined : start + limit).map((row) => listedCall(row, analyses));
}

/** The calls that were created last, in the same order. */
export function lastCalls(count: number, { store, analyses }: CallListDependencies): object[] {
  const rows = store.calls.list();
  return rows.slice(Math.max(0, rows.length - count)).map((row) => listedCall(row, analyses));
}

const noResult = { score: null, outcomeLabel: null, totalScore: null };

function listedCall(row: CallRow, analyses: Analyses): object {
  const { id, organizationId, memberId, agentName, category, audioUrl, udfs, createdAt, plan, polls } = row;
  const { outcome, failureReason } = analyses.endOf(row);
  const durationSeconds = analyses.durationSecondsOf(row);
  const status = analyses.statusOf(row);
  const names = { memberId, agentName, categoryId: category.id, categoryName: category.name };
  const call = { organizationId, ...names, audioUrl, udfs: udfs ?? {}, createdAt };
  const nextChangeAt = isoOf(analyses.nextChangeMs([row]));
  const progress = { end: outcome, failureReason, progression: plan.progression, polls, nextChangeAt };
  const result = status === "completed" ? analyses.resultOf(row) : noResult;
  return { id, status, ...call, durationSeconds, ...progress, ...result };
}
