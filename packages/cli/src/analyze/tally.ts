/** How far a run has come, and what it has to tell at its end. Pure. */
import type { FlowEvent } from "@call-analysis/sdk";
import { type Ending, endingOf, hasNoResult, type OutcomeRow } from "./outcome-row.js";

/** The state of a run. */
export class Tally {
  readonly total: number;
  readonly count: Record<Ending, number> = { completed: 0, failed: 0, uncertain: 0, unread: 0, skipped: 0 };
  /** The calls that this run created, by the indexes of their recordings. */
  readonly created = new Map<number, string>();
  /** Those of them that the journal does not have. */
  unrecorded: { key: string; callId: string }[] = [];
  /** Creations of which nobody knows whether the call exists, by their keys: copies share one. */
  readonly uncertain = new Map<string, { files: string[]; audioUrl: string | undefined }>();
  /** The keys of those whose analysis has failed, or whose call is lost. */
  readonly toCreateAgain = new Set<string>();
  /** Whether the call of each recording under way is created: then its analysis is waited for. */
  readonly #underWay = new Map<number, boolean>();
  /** Those whose creation this run has sent. */
  readonly #sent = new Set<number>();

  constructor(total: number) {
    this.total = total;
  }

  apply(event: FlowEvent & { index: number }): void {
    const { index, type } = event;
    this.#underWay.set(index, type === "created" || (this.#underWay.get(index) ?? false));
    if (type === "creating") this.#sent.add(index);
    if (type === "created" && this.#sent.has(index)) this.created.set(index, event.callId);
  }

  /** An input is not under way any more. */
  end(index: number): void {
    this.#underWay.delete(index);
  }

  add(row: OutcomeRow): void {
    const { uncertain, key, file = "", audioUrl, error } = row;
    this.count[endingOf(row)] += 1;
    if (key === null) return;
    if (uncertain) this.uncertain.set(key, { files: [...(this.uncertain.get(key)?.files ?? []), file], audioUrl });
    if (hasNoResult(error)) this.toCreateAgain.add(key);
  }

  /** Such as `12 of 500 done, 1 failed, 4 uploading, 88 waiting`. */
  summary(): string {
    const { failed, uncertain, unread } = this.count;
    const done = Object.values(this.count).reduce((sum, count) => sum + count);
    const waiting = [...this.#underWay.values()].filter(Boolean).length;
    const uploading = this.#underWay.size - waiting;
    const parts = Object.entries({ failed, uncertain, unread, uploading, waiting });
    const told = parts.flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
    return [`${done} of ${this.total} done`, ...told].join(", ");
  }
}
