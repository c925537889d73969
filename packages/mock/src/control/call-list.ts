/** The list of all calls, as the control interface shows it. */
import { invalidValue } from "../core/mock-service-error.js";
import type { Analyses } from "../domain/analyses.js";
import type { CallRow } from "../store/rows.js";
import type { Store } from "../store/store.js";
import type { Page } from "./query.js";

/**
 * Lists calls, the oldest first, without their analyses: of a completed call, its score and its outcome. To list a call
 * counts as no poll.
 */
export class CallList {
  readonly #store: Store;
  readonly #analyses: Analyses;

  constructor(store: Store, analyses: Analyses) {
    this.#store = store;
    this.#analyses = analyses;
  }

  /** A page of calls. @throws {MockServiceError} "invalid-input" when there is no call with the id `after` */
  page({ limit, after }: Page): object[] {
    const rows = this.#store.calls.list();
    const start = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
    if (after !== undefined && start === 0) throw invalidValue("after", "is no call's id");
    return rows.slice(start, limit === undefined ? undefined : start + limit).map((row) => this.#described(row));
  }

  /** The calls that were created last, in the same order. */
  last(count: number): object[] {
    const rows = this.#store.calls.list();
    return rows.slice(Math.max(0, rows.length - count)).map((row) => this.#described(row));
  }

  #described(row: CallRow): object {
    const { id, organizationId, memberId, agentName, category, audioUrl, udfs, createdAt, plan, polls } = row;
    const { outcome, failureReason } = this.#analyses.endOf(row);
    const durationSeconds = this.#analyses.durationSecondsOf(row);
    const status = this.#analyses.statusOf(row);
    const names = { memberId, agentName, categoryId: category.id, categoryName: category.name };
    const call = { organizationId, ...names, audioUrl, udfs: udfs ?? {}, createdAt };
    const nextChangeAt = this.#analyses.nextChangeAtOf(row);
    const progress = { end: outcome, failureReason, progression: plan.progression, polls, nextChangeAt };
    return { id, status, ...call, durationSeconds, ...progress, ...this.#result(row, status) };
  }

  #result(row: CallRow, status: string): object {
    if (status !== "completed") return { score: null, outcomeLabel: null, totalScore: null };
    return this.#analyses.resultOf(row);
  }
}
